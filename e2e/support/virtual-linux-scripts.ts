/**
 * Unpacks Debian's kernel without installing it, and makes an initramfs that mounts this whole system, read only, and lays
 * memory over it. `$1` is a folder for both.
 */
export const PREPARE = `
set -e
mkdir -p "$1/initramfs/bin" "$1/initramfs/modules"
cd "$1"
kernel=$(apt-cache depends linux-image-amd64 | sed -n 's/^ *Depends: //p' | head -n 1)
for folder in crypto lib arch block fs net/9p drivers/md drivers/block drivers/nvme drivers/virtio drivers/scsi drivers/usb; do
  echo "./lib/modules/*/kernel/$folder"
done > wanted
dpkg-deb --fsys-tarfile /var/cache/apt/archives/"$kernel"_*.deb |
  tar --extract --directory / --wildcards './boot/vmlinuz*' './lib/modules/*/modules.*' --files-from wanted
version=\${kernel#linux-image-}
depmod "$version"
cp "/boot/vmlinuz-$version" kernel
cp /bin/busybox initramfs/bin
count=100
for module in virtio_pci 9pnet_virtio 9p overlay; do modprobe -S "$version" --show-depends $module; done |
  awk '/^insmod/ && !seen[$2]++ { print $2 }' |
  while read -r file; do
    count=$((count + 1))
    cp "$file" "initramfs/modules/$count.ko"
  done
printf '%s' "$INIT" > initramfs/init
printf '%s' "$COMMANDS" > initramfs/commands
chmod 755 initramfs/init
(cd initramfs && find . | busybox cpio -o -H newc 2> /dev/null | gzip -1 > ../initramfs.gz)
for name in a b c d e; do truncate --size 3G "$name.image"; done
`;

export const INIT = `#!/bin/busybox sh
/bin/busybox --install -s /bin
mkdir -p /proc /sys /dev /lower /upper /root
mount -t devtmpfs dev /dev
mount -t proc proc /proc
mount -t sysfs sysfs /sys
for module in /modules/*; do insmod $module; done
mount -t 9p -o ro,trans=virtio,version=9p2000.L,cache=loose,msize=262144 system /lower
mount -t tmpfs tmpfs /upper
mkdir /upper/upper /upper/work
mount -t overlay overlay -o lowerdir=/lower,upperdir=/upper/upper,workdir=/upper/work /root
cp /commands /root/commands
for folder in proc sys dev; do mount --move /$folder /root/$folder; done
exec switch_root /root /bin/sh /commands
`;

/** Takes scripts, one a line in base64, from the second serial line, and gives their code and what they wrote. */
export const COMMANDS = `
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
mount -t tmpfs -o mode=755 tmpfs /run
mount -t tmpfs -o mode=1777 tmpfs /tmp
mkdir -p /run/lock
modprobe -a virtio_blk nvme xhci_pci usb_storage sd_mod ext4
/lib/systemd/systemd-udevd --daemon
udevadm trigger --action=add --subsystem-match=block
udevadm settle
stty -F /dev/ttyS1 raw -echo
exec 3<>/dev/ttyS1
echo "0 " >&3
while read -r line <&3; do
  printf %s "$line" | base64 -d > /run/script
  timeout 100 sh -e /run/script > /run/stdout 2> /run/stderr < /dev/null
  echo "$? $(base64 -w0 /run/stdout) $(base64 -w0 /run/stderr)" >&3
done
poweroff -f
`;
