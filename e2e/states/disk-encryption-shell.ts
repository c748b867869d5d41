/**
 * What a state of the drives is made with, as shell: `luks2 /dev/vda one` makes `/dev/mapper/one`, `root`, `at /home` and `swap`
 * put a device to use. The keys are no secret, and cheap to make.
 */
export const TOOLS = `
printf doorway-2026 > /run/key
cheap='--pbkdf pbkdf2 --pbkdf-force-iterations 1000'
luks() { # type device name, and more options of luksFormat
  type=$1 device=$2 name=$3
  shift 3
  cryptsetup luksFormat --batch-mode --type $type $cheap "$@" $device /run/key
  cryptsetup open --key-file /run/key $device $name
}
luks1() { luks luks1 "$@"; }
luks2() { luks luks2 "$@"; }
plain() { # device name cipher
  cryptsetup open --batch-mode --type plain --cipher $3 --hash sha256 --key-size 256 $1 $2 < /run/key
}
volume() { # device group
  pvcreate -qq --yes $1
  vgcreate -qq $2 $1
}
mirror() { # name devices
  name=$1
  shift
  mdadm --create --quiet --run --assume-clean --metadata=1.2 --level=1 --raid-devices=$# /dev/$name "$@"
}
small() { # drive, of which the first part is
  echo ',200M' | sfdisk --quiet $1
  udevadm settle
}
files() { # device; udev has to have seen what lies there before someone asks it
  mkfs.ext4 -q -b 4096 -E nodiscard $1
  udevadm trigger --settle $1
}
mounted() { # device folder
  mkdir -p /system$2
  mount $1 /system$2
}
at() { files $2; mounted $2 $1; }
root() { files $1; mounted $1 /; }
swap() { mkswap -q $1; swapon $1; }
`;

/** Takes everything apart, whatever was made, and empties the drives: nothing that tells what lies there begins later. */
export const CLEAR = `
set +e
exec 2> /run/clear
rm -f /etc/crypttab
swapoff --all
umount --recursive /system
losetup --detach-all
[ -e /sys/block/zram0/reset ] && echo 1 > /sys/block/zram0/reset
for turn in 1 2 3 4 5 6; do
  left=$(ls /sys/block | grep -E '^(dm-|md|bcache)')
  [ -n "$left" ] || break
  dmsetup remove_all
  case $left in *md*) mdadm --stop --scan --quiet ;; esac
  for stop in /sys/fs/bcache/*/stop /sys/block/*/bcache/stop; do [ -e $stop ] && echo 1 > $stop; done
done
for drive in vda vdb vdc nvme0n1 sda; do
  dd if=/dev/zero of=/dev/$drive bs=1M count=2 conv=fsync
  [ -e /dev/\${drive}1 ] && blockdev --rereadpt /dev/$drive
done
udevadm settle
[ -z "$left" ] || cat /run/clear
[ -z "$left" ]
`;

/**
 * Reads as Nadia, on the system whose root folder is what a state made: its own list of mounts, the kernel's own drives.
 * Without a compiler the client takes half as long on a processor that is emulated.
 */
export const READ = `
udevadm settle
cat > /run/policy.yaml <<'POLICY'
version: 1
workplaceAccessPolicy: Strict
checks:
  DeviceEncrypted: { severity: required }
POLICY
exec unshare --mount --propagation private sh -ec '
cd /system
mkdir -p .outside home/nadia tmp
for folder in usr opt etc dev proc sys run; do mkdir -p $folder; mount --rbind /$folder $folder; done
for link in bin sbin lib lib64; do [ -e $link ] || ln -s usr/$link $link; done
pivot_root . .outside
umount --lazy /.outside
exec setpriv --reuid=nadia --regid=nadia --init-groups env HOME=/home/nadia \\
  /opt/workplace/node --jitless /opt/workplace/workplace.mjs check --only DeviceEncrypted --json --policy /run/policy.yaml
'
`;
