import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The configuration of an image, as Docker keeps it. */
export type ImageConfig = {
  Entrypoint: string[]
  Cmd: string[]
  Env: string[]
  User: string
  WorkingDir: string
  Healthcheck: { Test: string[] }
  Labels: Record<string, string>
}

type Options = {
  /** Where the bundle of the container and the state of crun are kept. */
  folder: string
  rootfs: string
  config: ImageConfig
  /** Mounted at the image's volume. */
  dataDir: string
  environment: Record<string, string>
  /** The file to which the container's first process writes its id: a memory limit. */
  procs: string
}

/** crun refuses a machine that has both versions of control groups, as far as it sees them. */
const WITHOUT_V2 = 'umount /sys/fs/cgroup/unified 2>/dev/null; '

/**
 * Starts the image as `docker run --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges --network host` does: as its
 * user, with its entry point as process 1, and nothing to write to but the volume.
 */
export function runImage({ folder, rootfs, config, dataDir, environment, procs }: Options) {
  const bundle = join(folder, 'bundle')
  mkdirSync(bundle, { recursive: true })
  const env = [...config.Env, ...Object.entries(environment).map((pair) => pair.join('='))]
  const { uid, gid } = readUser(rootfs, config.User)
  const spec = {
    ociVersion: '1.0.0',
    process: {
      user: { uid, gid },
      args: [...config.Entrypoint, ...config.Cmd],
      env,
      cwd: config.WorkingDir,
      capabilities: {},
      noNewPrivileges: true,
    },
    root: { path: rootfs, readonly: true },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755', 'size=64k'] },
      {
        destination: '/dev/shm',
        type: 'tmpfs',
        source: 'shm',
        options: ['nosuid', 'nodev', 'noexec', 'mode=1777', 'size=64m'],
      },
      {
        destination: '/tmp',
        type: 'tmpfs',
        source: 'tmpfs',
        options: ['nosuid', 'nodev', 'noexec', 'mode=1777'],
      },
      { destination: '/var/lib/vitrine', type: 'bind', source: dataDir, options: ['bind', 'rw'] },
    ],
    linux: { namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })) },
  }
  writeFileSync(join(bundle, 'config.json'), JSON.stringify(spec))
  const crun = ['crun', '--cgroup-manager=disabled', '--root', join(folder, 'crun')]
  const inNamespace = (args: readonly string[]) => [
    ...['--mount', 'sh', '-c', `${WITHOUT_V2}echo $$ > ${procs}; exec "$@"`, 'sh'],
    ...[...crun, ...args],
  ]
  const child = spawn('unshare', inNamespace(['run', '--bundle', bundle, 'vitrine']), {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    output: () => output,
    ended,
    /** Runs a command beside the first process, as `docker exec` does. */
    exec: (args: readonly string[]) =>
      spawnSync(
        'unshare',
        inNamespace(['exec', '--user', `${uid}:${gid}`, '--cwd', config.WorkingDir, 'vitrine', ...args]),
        { encoding: 'utf8' },
      ),
    kill: (signal: string) => spawnSync('unshare', inNamespace(['kill', 'vitrine', signal])),
  }
}

function readUser(rootfs: string, name: string) {
  const line = readFileSync(join(rootfs, 'etc/passwd'), 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}
