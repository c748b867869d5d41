import { createInterface } from 'node:readline';
import type { BootedLinux, Ran } from './booted-linux.ts';
import { COMMANDS, INIT, PREPARE } from './virtual-linux-scripts.ts';

const FOLDER = '/srv/virtual';
const PREPARE_TIMEOUT_MS = 60_000;
const ANSWER_TIMEOUT_MS = 120_000;

/** What a Debian that is booted for tests needs for a computer inside it. */
export const VIRTUAL_LINUX = {
  installed: ['qemu-system-x86', 'busybox-static', 'kmod', 'udev'],
  fetched: ['linux-image-amd64'],
} as const;

/**
 * A computer with a kernel and drives of its own: vda, vdb and vdc, nvme0n1, and sda in a USB port, of 3 GiB each and empty.
 * Its files are those of the Debian that it runs in, and what it writes is gone with it.
 */
export interface VirtualLinux {
  /** Runs a script of shell as root. */
  readonly run: (script: string) => Promise<Ran>;
  readonly close: () => void;
}

/** Emulates every instruction: where no processor helps it is slow, and the same everywhere. */
const MACHINE = [
  ...['-accel', 'tcg,thread=multi', '-machine', 'q35', '-cpu', 'Westmere', '-smp', '2', '-m', '1536'],
  ...['-nodefaults', '-no-user-config', '-display', 'none', '-no-reboot'],
  ...['-kernel', `${FOLDER}/kernel`, '-initrd', `${FOLDER}/initramfs.gz`],
  ...['-append', 'console=ttyS0 quiet panic=-1 mitigations=off random.trust_cpu=on tsc=reliable no_timer_check'],
  ...['-serial', `file:${FOLDER}/console`, '-serial', 'stdio'],
  ...['-fsdev', 'local,id=system,path=/,security_model=none,readonly=on,multidevs=remap'],
  ...['-device', 'virtio-9p-pci,fsdev=system,mount_tag=system', '-device', 'qemu-xhci'],
];
const DRIVES: Readonly<Record<string, string>> = {
  a: 'virtio-blk-pci',
  b: 'virtio-blk-pci',
  c: 'virtio-blk-pci',
  d: 'nvme,serial=doorway',
  e: 'usb-storage,removable=on',
};

/** @throws when it does not start */
export async function startVirtualLinux(linux: BootedLinux): Promise<VirtualLinux> {
  const environment = { INIT, COMMANDS };
  const prepared = await linux.run(['sh', '-c', PREPARE, 'prepare', FOLDER], {
    timeoutMs: PREPARE_TIMEOUT_MS,
    environment,
  });
  if (prepared.code !== 0) throw new Error(`No kernel for a computer inside this one: ${prepared.stderr}`);
  const drives = Object.entries(DRIVES).flatMap(([name, device]) => [
    ...['-drive', `if=none,id=${name},file=${FOLDER}/${name}.image,format=raw,cache=unsafe`],
    ...['-device', `${device},drive=${name}`],
  ]);
  const machine = linux.open(['qemu-system-x86_64', ...MACHINE, ...drives]);
  let complaints = '';
  machine.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const lines = createInterface({ input: machine.stdout })[Symbol.asyncIterator]();
  const answer = async (): Promise<Ran> => {
    const timer = setTimeout(() => machine.kill('SIGKILL'), ANSWER_TIMEOUT_MS);
    const { value, done } = await lines.next();
    clearTimeout(timer);
    if (done === true) throw new Error(`The computer inside this one has gone. ${complaints}`);
    const [code, stdout, stderr] = value.split(' ');
    return { code: Number(code), stdout: decode(stdout), stderr: decode(stderr) };
  };
  await answer();
  return {
    run: (script) => {
      machine.stdin.write(`${Buffer.from(script).toString('base64')}\n`);
      return answer();
    },
    // Of a process in a namespace of its own only the one that entered it is known here; without its input it ends.
    close: () => {
      machine.stdin.end();
      machine.kill('SIGKILL');
    },
  };
}

function decode(text = ''): string {
  return Buffer.from(text, 'base64').toString('utf8');
}
