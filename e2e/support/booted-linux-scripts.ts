/**
 * Lays an empty folder over this machine's files (`$1` is the working folder), installs packages there without starting
 * their services, adds a person and copies folders. Says `prepared`, and becomes the system's first process.
 */
export const PREPARE_AND_BOOT = `
set -e
root=$1/root
layers=$1
# The file system of a container cannot be the upper one: memory can.
if ! mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$root" 2>/dev/null; then
  layers=$1/layers
  mount -t tmpfs tmpfs "$layers"
  mkdir -p "$layers/upper" "$layers/work"
  mount -t overlay overlay -o "lowerdir=/,upperdir=$layers/upper,workdir=$layers/work" "$root"
fi
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/run"
rm -f "$root/.dockerenv" "$root/etc/apt/apt.conf.d/docker-clean"
printf '#!/bin/sh\\nexit 101\\n' > "$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
# What is thrown away need not outlive a power cut, for which dpkg would wait after every file, nor know its manuals.
rm -f "$root/var/lib/man-db/auto-update"
unsafe=$root/etc/dpkg/dpkg.cfg.d/of-this-test
printf 'force-unsafe-io\\n' > "$unsafe"
export DEBIAN_FRONTEND=noninteractive
inside() { chroot "$root" "$@"; }
inside apt-get update -qq
inside apt-get install -y -qq --no-install-recommends $INSTALLED
for name in $FETCHED; do inside apt-get install -y -qq --no-install-recommends --download-only $name; done
inside useradd --create-home --shell /bin/bash nadia
printf 'nadia:doorway-2026\\n' | inside chpasswd
rm -f "$root/usr/sbin/policy-rc.d" "$unsafe"
printf '%s' "$COPIES" | while read -r target && read -r source; do
  mkdir -p "$(dirname "$root$target")"
  cp -a "$source" "$root$target"
  chown -R 0:0 "$root$target"
done
umount -l "$root/run" "$root/dev" "$root/proc"
echo prepared
exec unshare --mount --pid --net --ipc --uts --cgroup --fork --kill-child --propagation private sh -c "$BOOT" boot "$root"
`;

/**
 * What the first process does before it is systemd: new /proc, /sys and /dev, an empty /run and /tmp, control groups of
 * its own. What the kernel shares with everybody (/proc/sys, /sys) can be read only.
 */
export const BOOT = `
set -e
cd "$1"
mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t tmpfs tmpfs sys/fs/cgroup 2>/dev/null || true
mount -t cgroup2 cgroup2 sys/fs/cgroup
for folder in run tmp var/tmp; do mount -t tmpfs -o mode=1777 tmpfs "$folder"; done
chmod 755 run
mount -t tmpfs -o mode=755 tmpfs dev
for name in null zero full random urandom tty; do
  touch "dev/$name"
  mount --bind "/dev/$name" "dev/$name"
done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
mount -t tmpfs -o mode=1777 tmpfs dev/shm
mkdir -p .outside
pivot_root . .outside
umount -l /.outside
rmdir /.outside
ip link set lo up 2>/dev/null || true
exec env -i container=vestibule PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --unit=basic.target
`;
