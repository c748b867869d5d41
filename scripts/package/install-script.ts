import { ROOTS_PATH } from '../../apps/client/src/system/trusted-environment.ts';

/** A path between quotation marks of `Exec`: escaped for the quotation, and that for the file; a percent sign is a field. */
const QUOTED = String.raw`sed 's/\\/\\\\\\\\/g; s/["\x60$]/\\\\&/g; s/%/%%/g'`;
/** A path as a value of the file. */
const ESCAPED = String.raw`sed 's/\\/\\\\/g'`;
/** A text as what sed puts in the place of another. */
const AS_REPLACEMENT = String.raw`sed 's/[\\&|]/\\&/g'`;

/** Installs from the unpacked archive, on Linux and macOS. */
export const INSTALL_SCRIPT = `#!/bin/sh
# Installs Workplace from this folder: for you, or for everyone when run as root. "./install.sh --help" says more.
set -eu
# Started by pkexec or not: this script is root's own, and no answer to a prompt for a fix.
unset CDPATH PKEXEC_UID
path=$PATH
PATH=${ROOTS_PATH}
export PATH
self=$(cd "$(dirname "$0")" && pwd)
is_mac=; [ "$(uname -s)" = Darwin ] && is_mac=1

if [ "$(id -u)" = 0 ]; then
  scope=machine
  umask 022
  if [ -n "$is_mac" ]; then target=/Library/Workplace; else target=/opt/workplace; fi
  commands=/usr/local/bin
  if [ -n "$is_mac" ]; then menu=/Applications; else menu=/usr/local/share/applications; fi
  units=/etc/systemd/system
else
  scope=user
  if [ -n "$is_mac" ]; then target="$HOME/Library/Workplace"; else target="$HOME/.local/lib/workplace"; fi
  commands="$HOME/.local/bin"
  if [ -n "$is_mac" ]; then menu="$HOME/Applications"; else menu="\${XDG_DATA_HOME:-$HOME/.local/share}/applications"; fi
  units=
fi
if [ -n "$is_mac" ] || [ ! -d "$units" ] || ! command -v systemctl > /dev/null; then units=; fi

case \${1-} in
  '') ;;
  --remove)
    [ -x "$target/workplace" ] || { echo "Workplace is not installed in $target."; exit 1; }
    if [ -n "$units" ] && [ -e "$units/workplace-update.timer" ]; then
      if [ -d /run/systemd/system ]; then systemctl disable --now workplace-update.timer || :; fi
      rm -f "$units/workplace-update.timer" "$units/workplace-update.service"
    fi
    if [ -n "$units" ] && [ -e "$units/workplace-reader.socket" ]; then
      systemctl disable workplace-reader.socket || :
      if [ -d /run/systemd/system ]; then systemctl stop workplace-reader.socket workplace-reader.service || :; fi
      rm -f "$units/workplace-reader.socket" "$units/workplace-reader.service"
      rmdir /run/workplace 2> /dev/null || :
      if [ -d /run/systemd/system ]; then systemctl daemon-reload || :; fi
    fi
    "$target/workplace" uninstall --scope "$scope"
    rm -rf "$target"
    if [ -L "$commands/workplace" ]; then rm -f "$commands/workplace"; fi
    rm -f "$menu/workplace.desktop"
    if [ -n "$is_mac" ]; then rm -rf "$menu/Workplace.app"; fi
    echo "Workplace was removed from $target."
    exit 0 ;;
  -h|--help)
    echo "Usage: ./install.sh            install into $target and connect your browsers"
    echo "       ./install.sh --remove   take it back"
    echo "Run it as root (sudo ./install.sh) to install for everyone; some fixes are possible only then."
    exit 0 ;;
  *) echo "There is no option \\"$1\\". Try: ./install.sh --help" >&2; exit 2 ;;
esac

# The new folder takes the old one's place in one step: a browser never finds half a program.
new="$target.new"
rm -rf "$new"
mkdir -p "$new"
for file in node workplace provisioning.json LICENSE.txt LICENSE-node.txt; do
  cp "$self/$file" "$new/$file"
done
cp "$self"/*.mjs "$new/"
if [ -z "$is_mac" ]; then cp "$self/workplace.svg" "$new/"; fi
chmod 755 "$new" "$new/node" "$new/workplace"
if [ -f "$self/workplace-reader" ]; then
  cp "$self/workplace-reader" "$new/"
  chmod 755 "$new/workplace-reader"
fi
if [ "$scope" = machine ]; then chown -R 0:0 "$new"; chmod -R go-w "$new"; fi
said=$("$new/workplace" --version 2>&1) || {
  rm -rf "$new"
  echo "Workplace does not start on this computer." >&2
  case $said in
    *"error while loading shared libraries: "*)
      library=\${said#*"shared libraries: "}
      echo "The library \${library%%:*} is missing. As an administrator: apt-get install libatomic1 libstdc++6" >&2
      echo "(Debian, Ubuntu) or dnf install libatomic libstdc++ (Fedora and its relatives). Then run this again." >&2 ;;
    *) echo "$said" >&2 ;;
  esac
  exit 1
}
rm -rf "$target.old"
if [ -e "$target" ]; then mv "$target" "$target.old"; fi
mv "$new" "$target"
rm -rf "$target.old"
# Not turned on: "systemctl enable --now workplace-update.timer" does that.
if [ -n "$units" ]; then
  for unit in workplace-update.service workplace-update.timer workplace-reader.service workplace-reader.socket; do
    cp "$self/$unit" "$units/$unit"
    chmod 644 "$units/$unit"
  done
  if [ -d /run/systemd/system ]; then systemctl daemon-reload || :; fi
  # Reads what only root may read; systemd starts it when Workplace asks.
  systemctl enable workplace-reader.socket || :
  if [ -d /run/systemd/system ]; then
    systemctl stop workplace-reader.service || :
    systemctl restart workplace-reader.socket || :
  fi
fi
# Workplace in the menu of applications.
mkdir -p "$menu"
if [ -n "$is_mac" ]; then
  rm -rf "$menu/Workplace.app"
  cp -R "$self/Workplace.app" "$menu/Workplace.app"
  chmod 755 "$menu/Workplace.app/Contents/MacOS/Workplace"
  if [ "$scope" = machine ]; then chown -R 0:0 "$menu/Workplace.app"; chmod -R go-w "$menu/Workplace.app"; fi
else
  # A folder's name may hold what means something in the entry, and again in the program that writes it.
  command=$(printf '%s' "$target/workplace" | ${QUOTED} | ${AS_REPLACEMENT})
  icon=$(printf '%s' "$target/workplace.svg" | ${ESCAPED} | ${AS_REPLACEMENT})
  sed "s|@EXEC@|\\"$command\\" open|; s|@ICON@|$icon|" "$self/workplace.desktop" > "$menu/workplace.desktop"
  chmod 644 "$menu/workplace.desktop"
fi
mkdir -p "$commands"
ln -sf "$target/workplace" "$commands/workplace"
status=0
"$target/workplace" install --scope "$scope" || status=$?
case ":$path:" in *":$commands:"*) ;; *) echo "Command line: $commands/workplace --help" ;; esac
exit "$status"
`;
