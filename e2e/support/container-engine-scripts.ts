/**
 * Lays an empty folder over this machine's files (`$1` is the working folder, `$2` a name of its own), and puts Docker and
 * Compose of Debian 13 there, unpacked, with what they need of this machine's Debian. Says `prepared`, and becomes the
 * engine, in namespaces of its own: its network leads outside by slirp4netns, so that nothing is set at this machine's.
 */
export const PREPARE_AND_SERVE = `
set -e
folder=$1
root=$1/root
layers=$1
if ! mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$root" 2>/dev/null; then
  layers=$1/layers
  mount -t tmpfs tmpfs "$layers"
  mkdir -p "$layers/upper" "$layers/work"
  mount -t overlay overlay -o "lowerdir=/,upperdir=$layers/upper,workdir=$layers/work" "$root"
fi
mkdir -p "$root/var/lib/docker" "$root/srv/vestibule" "$root/srv/stand-ins"
# Layers of images cannot lie on an overlay.
mount --bind "$1/docker" "$root/var/lib/docker"
mount --bind "$1/checkout" "$root/srv/vestibule"
mount --bind "$1/stand-ins" "$root/srv/stand-ins"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --rbind /sys "$root/sys"
mount -t tmpfs tmpfs "$root/run"
rm -f "$root/.dockerenv"
printf '#!/bin/sh\\nexit 101\\n' > "$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
printf 'force-unsafe-io\\n' > "$root/etc/dpkg/dpkg.cfg.d/of-this-test"
export DEBIAN_FRONTEND=noninteractive
inside() { chroot "$root" "$@"; }
inside apt-get update -qq
inside apt-get install -y -qq --no-install-recommends iptables runc slirp4netns mmdebstrap iproute2 openssl curl
mirror=$(inside apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' | sed -n 's/^Debian //p' | head -n 1)
# What the image of Debian leaves out as well, and the clearing up after apt that it does.
inside mmdebstrap --quiet --variant=minbase --mode=root \\
  --dpkgopt=force-unsafe-io --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \\
  --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \\
  --customize-hook='echo "DPkg::Post-Invoke { \\"rm -f /var/cache/apt/archives/*.deb /var/cache/apt/*.bin\\"; };" > "$1/etc/apt/apt.conf.d/docker-clean"' \\
  --customize-hook='rm -rf "$1"/var/lib/apt/lists/*' \\
  bookworm /srv/stand-ins/debian.tar "$mirror" &
base=$!
later=$root/later
mkdir -p "$later/lists/partial" "$later/cache/archives/partial" "$later/packages"
chmod -R a+rX "$later"
touch "$later/status"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" > "$later/sources.list"
of_debian_13() {
  inside sh -c 'cd /later/packages && exec apt-get -qq -o APT::Sandbox::User=root -o Dir::Etc::SourceList=/later/sources.list -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists=/later/lists -o Dir::State::status=/later/status -o Dir::Cache=/later/cache "$@"' apt "$@"
}
of_debian_13 update
of_debian_13 download docker.io docker-cli docker-compose docker-buildx containerd tini
for package in "$later"/packages/*.deb; do inside dpkg-deb --fsys-tarfile "\${package#$root}" | inside tar -x --keep-directory-symlink -C /; done
wait $base
umount -l "$root/proc"
echo prepared
outside=$(readlink /proc/self/ns/net)
engine=$$
(
  mount -t proc proc "$root/proc"
  while [ "$(readlink /proc/$engine/ns/net)" = "$outside" ]; do sleep 0.1; done
  exec setpriv --pdeathsig KILL chroot "$root" slirp4netns --configure --mtu=65520 --disable-host-loopback $engine tap0
) &
exec unshare --net --mount --pid --ipc --uts --fork --kill-child --propagation private sh -c "$SERVE" serve "$root" "$2"
`;

/** What the first process in there does: it gathers what ends, and starts the engine. */
export const SERVE = `
set -e
mount -t proc proc "$1/proc"
ip link set lo up
hostname vestibule
cd "$1"
mkdir -p .outside
# Not chroot: anyone who enters a container from there would come out at this machine's root.
pivot_root . .outside
umount -l /.outside
exec /usr/bin/tini-static -- dockerd --init-path /usr/bin/tini-static --cgroup-parent "$2" \\
  --exec-opt native.cgroupdriver=cgroupfs --dns 10.0.2.3
`;
