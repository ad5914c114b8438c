import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

const npmMs = 180_000
const until = { timeout: 120_000, interval: 50 }

/** Prints its packages, arguments and Node; `serve` keeps it running. */
const program = `import { readFileSync, writeFileSync } from 'node:fs'
import * as module from 'node:module'
const type: string = 'TypeScript'
const { greeting } = await import('greeting')
console.log(JSON.stringify({ type, greeting, argv: process.argv.slice(2), pid: process.pid, wrapped: process.env.WRAPPED ?? '', cache: module.getCompileCacheDir() ?? '', arenas: process.env.MALLOC_ARENA_MAX ?? '', flags: process.execArgv }))
const [word, value] = process.argv.slice(2)
if (word === 'exit') process.exitCode = Number(value)
if (word === 'serve') {
  setInterval(() => {}, 1_000)
  if (value === 'stubborn') for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => { console.log('got ' + name); process.exit(7) })
  console.log('serving')
}
`

const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

/** A project with the launcher and one local package, so that the installation needs no network. */
function createProject({ ownNode }: { ownNode?: string } = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'launch a project ')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  cpSync(join(import.meta.dirname, 'launch'), join(root, 'scripts/launch'), { recursive: true })
  cpSync(join(import.meta.dirname, 'launch.mjs'), join(root, 'scripts/launch.mjs'))
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  write('program.ts', program)
  write('packages/greeting/package.json', '{"name":"greeting","version":"1.0.0","exports":"./hello.mjs"}')
  write('packages/greeting/hello.mjs', `export const greeting = 'hello'`)
  const dependencies: Record<string, string> = { greeting: 'file:packages/greeting' }
  if (ownNode !== undefined) {
    write(`packages/node/package.json`, `{"name":"${nodePackage}","version":"24.0.0","bin":"bin/node"}`)
    write('packages/node/bin/node', ownNode)
    chmodSync(join(root, 'packages/node/bin/node'), 0o755)
    dependencies[nodePackage] = 'file:packages/node'
  }
  const setPackages = (more: Record<string, string>) => {
    Object.assign(dependencies, more)
    const project = {
      name: 'a-project',
      type: 'module',
      engines: { node: '>=22.22' },
      scripts: { start: 'node scripts/launch.mjs program.ts' },
      dependencies,
    }
    write('package.json', JSON.stringify(project))
    write('package-lock.json', JSON.stringify(lockOf(root, dependencies)))
  }
  setPackages({})
  return { root, write, setPackages }
}

/** The lockfile that npm writes for packages in the project's folders. */
function lockOf(root: string, dependencies: Record<string, string>) {
  const packages: Record<string, object> = { '': { name: 'a-project', dependencies } }
  for (const [name, specifier] of Object.entries(dependencies)) {
    const resolved = specifier.replace('file:', '')
    const { version, bin } = JSON.parse(readFileSync(join(root, resolved, 'package.json'), 'utf8'))
    packages[resolved] = { name, version, ...(bin ? { bin: { [name]: bin } } : {}) }
    packages[`node_modules/${name}`] = { resolved, link: true }
  }
  return { name: 'a-project', lockfileVersion: 3, requires: true, packages }
}

/** Without npm's variables of this test run, so that no package of the outer project is found. */
const environment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_/i.test(name))),
  npm_config_update_notifier: 'false',
}

function launch(
  root: string,
  words: string[] = [],
  {
    program: [file, ...args] = [process.execPath, 'scripts/launch.mjs', 'program.ts'],
    env = {},
    uid,
  }: { program?: string[]; env?: NodeJS.ProcessEnv; uid?: number } = {},
) {
  const child = spawn(file as string, [...args, ...words], {
    cwd: root,
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  const ended = new Promise<number | string | null>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal)),
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  return {
    child,
    ended,
    output: () => output,
    said: () => JSON.parse(/^\{.*\}$/m.exec(output)?.[0] ?? '{}') as Record<string, unknown>,
  }
}

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
    // A zombie: ended, but not yet reaped by its parent.
    return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

const installLine = 'Installing the packages of package-lock.json'

test('a launch in a fresh clone installs the packages once and runs the file with its arguments', {
  timeout: npmMs,
}, async () => {
  const { root } = createProject()
  const first = launch(root, ['exit', '3', 'a b'])
  expect(await first.ended, first.output()).toBe(3)
  expect(first.output()).toContain(`${installLine}: the packages are not installed`)
  expect(first.output()).toMatch(/\d\.\d s {2}1 packages installed/)
  expect(first.said()).toMatchObject({ type: 'TypeScript', greeting: 'hello', argv: ['exit', '3', 'a b'] })
  expect(readdirSync(root).filter((name) => name.startsWith('.install-lock'))).toEqual([])

  const second = launch(root)
  expect(await second.ended, second.output()).toBe(0)
  expect(second.output()).not.toContain(installLine)
  expect(second.said()).toMatchObject({ greeting: 'hello', pid: second.child.pid })
})

test('npm start installs and runs without anything else', { timeout: npmMs }, async () => {
  const { root } = createProject()
  const { ended, output, said } = launch(root, [], { program: ['npm', 'start'] })
  expect(await ended, output()).toBe(0)
  expect(output()).toContain(installLine)
  expect(said()).toMatchObject({ greeting: 'hello' })
})

test('a launch caches compiled TypeScript', { timeout: npmMs }, async () => {
  const { root } = createProject()
  const { ended, output, said } = launch(root)
  expect(await ended, output()).toBe(0)
  expect(said().cache).toContain(join(root, 'node_modules/.cache/compile'))
  expect(readdirSync(said().cache as string).length).toBeGreaterThan(0)
})

test('a launch installs after a changed lockfile, but not after a manual npm ci', {
  timeout: npmMs,
}, async () => {
  const { root, write, setPackages } = createProject()
  const { status } = spawnSync('npm', ['ci'], {
    cwd: root,
    env: environment,
    shell: process.platform === 'win32',
  })
  expect(status).toBe(0)
  const afterNpm = launch(root)
  expect(await afterNpm.ended, afterNpm.output()).toBe(0)
  expect(afterNpm.output()).not.toContain(installLine)

  write('packages/other/package.json', '{"name":"other","version":"1.0.0"}')
  setPackages({ other: 'file:packages/other' })
  const updated = launch(root)
  expect(await updated.ended, updated.output()).toBe(0)
  expect(updated.output()).toContain(`${installLine}: node_modules/other is not installed`)
  expect(existsSync(join(root, 'node_modules/other/package.json'))).toBe(true)
})

test('a launch repeats an interrupted installation', { timeout: npmMs }, async () => {
  const { root, write } = createProject()
  // The state after an interrupted npm: extracted packages without npm's own record.
  write('node_modules/greeting/package.json', '{"name":"greeting","version":"0.0.1"}')
  const { ended, output, said } = launch(root)
  expect(await ended, output()).toBe(0)
  expect(said()).toMatchObject({ greeting: 'hello' })
})

test('a launch replaces packages of another platform', { timeout: npmMs }, async () => {
  const { root } = createProject()
  const first = launch(root)
  expect(await first.ended, first.output()).toBe(0)
  const record = join(root, 'node_modules/.package-lock.json')
  const installed = JSON.parse(readFileSync(record, 'utf8'))
  installed.packages['node_modules/native'] = { version: '1.0.0', os: ['another'], optional: true }
  writeFileSync(record, JSON.stringify(installed))

  const second = launch(root)
  expect(await second.ended, second.output()).toBe(0)
  expect(second.output()).toContain(`${installLine}: the packages were installed on another kind of machine`)
})

test('only one of several concurrent launches installs, and the others wait for it', {
  timeout: npmMs,
}, async () => {
  const { root } = createProject()
  const all = [1, 2, 3].map((at) => launch(root, [`launch ${at}`]))
  for (const { ended, output } of all) expect(await ended, output()).toBe(0)
  expect(all.filter(({ output }) => output().includes(installLine))).toHaveLength(1)
  for (const { said } of all) expect(said()).toMatchObject({ greeting: 'hello' })
})

test('a launch takes over the lock of a killed launch', { timeout: npmMs }, async () => {
  const { root, write } = createProject()
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  write('.install-lock', JSON.stringify({ id: 'killed', pid, host: hostname() }))
  const all = [1, 2].map(() => launch(root))
  for (const { ended, output } of all) expect(await ended, output()).toBe(0)
  expect(all.filter(({ output }) => output().includes(installLine))).toHaveLength(1)
  expect(readdirSync(root).filter((name) => name.startsWith('.install-lock'))).toEqual([])
})

test('a launch without network and packages fails with instructions', { timeout: npmMs }, async () => {
  const { root, write } = createProject()
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const declared = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  lock.packages['node_modules/absent'] = {
    version: '1.0.0',
    resolved: 'http://127.0.0.1:9/absent/-/absent-1.0.0.tgz',
    // A random hash, which npm's cache cannot contain.
    integrity: `sha512-${randomBytes(64).toString('base64')}`,
  }
  lock.packages[''].dependencies.absent = '1.0.0'
  declared.dependencies.absent = '1.0.0'
  write('package-lock.json', JSON.stringify(lock))
  write('package.json', JSON.stringify(declared))

  const { ended, output, said } = launch(root, [], { env: { npm_config_fetch_retries: '0' } })
  expect(await ended).toBe(1)
  expect(output()).toContain('The packages could not be installed: npm ended with 1.')
  expect(output()).toContain('npm ci')
  expect(output()).not.toMatch(/^\s+at /m)
  expect(said()).toEqual({})
  expect(readdirSync(root).filter((name) => name.startsWith('.install-lock'))).toEqual([])
})

test.skipIf(process.platform === 'win32')(
  'a launch without npm fails and names npm as missing',
  { timeout: npmMs },
  async () => {
    const { root } = createProject()
    const { ended, output } = launch(root, [], { env: { PATH: root } })
    expect(await ended).toBe(1)
    expect(output()).toMatch(/npm could not be run.*Install npm/)
  },
)

/** A Node other than the current process, as the project's Node is on a fresh clone. */
const wrapper = `#!/bin/sh\nWRAPPED=yes exec '${process.execPath}' "$@"\n`

test.skipIf(process.platform === 'win32')(
  'the project’s own Node runs the file; flags, arguments and exit code pass through',
  { timeout: npmMs },
  async () => {
    const { root } = createProject({ ownNode: wrapper })
    const { child, ended, output, said } = launch(root, ['exit', '5'], {
      program: [process.execPath, '--max-semi-space-size=8', 'scripts/launch.mjs', 'program.ts'],
    })
    expect(await ended, output()).toBe(5)
    expect(said()).toMatchObject({ wrapped: 'yes', argv: ['exit', '5'] })
    expect(said().pid).not.toBe(child.pid)
  },
)

test.skipIf(process.platform !== 'linux').each([
  { node: 'this Node', given: undefined, ownNode: undefined, arenas: '2' },
  { node: 'this Node', given: '4', ownNode: undefined, arenas: '4' },
  { node: 'the project’s own Node', given: undefined, ownNode: wrapper, arenas: '2' },
])(
  '--few-arenas limits the arenas of the C library to $arenas (environment: $given, $node)',
  { timeout: npmMs },
  async ({ given, ownNode, arenas }) => {
    const { root } = createProject(ownNode ? { ownNode } : {})
    const { child, ended, output, said } = launch(root, ['exit', '5'], {
      program: [
        process.execPath,
        '--max-semi-space-size=8',
        'scripts/launch.mjs',
        '--few-arenas',
        'program.ts',
      ],
      ...(given ? { env: { MALLOC_ARENA_MAX: given } } : {}),
    })
    expect(await ended, output()).toBe(5)
    expect(said()).toMatchObject({ arenas, argv: ['exit', '5'], flags: ['--max-semi-space-size=8'] })
    if (!ownNode) expect(said().pid).toBe(child.pid)
  },
)

test.skipIf(process.platform === 'win32').each([
  { signal: 'SIGTERM', value: 'plain', end: 'SIGTERM' },
  { signal: 'SIGTERM', value: 'stubborn', end: 7 },
  { signal: 'SIGINT', value: 'stubborn', end: 7 },
] as const)(
  '$signal reaches the program ($value), and the launcher ends as it does',
  { timeout: npmMs },
  async ({ signal, value, end }) => {
    const { root } = createProject({ ownNode: wrapper })
    const { child, ended, output, said } = launch(root, ['serve', value])
    await vi.waitFor(() => expect(output()).toContain('serving'), until)
    child.kill(signal)
    expect(await ended).toBe(end)
    if (value === 'stubborn') expect(output()).toContain(`got ${signal}`)
    expect(isRunning(said().pid as number)).toBe(false)
  },
)

test.skipIf(process.platform !== 'linux')(
  'the program stops when its launcher is killed',
  { timeout: npmMs },
  async () => {
    const { root } = createProject({ ownNode: wrapper })
    const { child, output, said } = launch(root, ['serve'], { program: ['npm', 'start', '--'] })
    await vi.waitFor(() => expect(output()).toContain('serving'), until)
    const { pid } = said() as { pid: number }
    expect(isRunning(pid)).toBe(true)
    child.kill('SIGKILL')
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), until)
  },
)

test.skipIf(process.platform === 'win32')(
  'a launch skips a project Node that cannot run on this machine',
  { timeout: npmMs },
  async () => {
    const { root } = createProject({ ownNode: '#!/nonexistent/interpreter\n' })
    const { child, ended, output, said } = launch(root)
    expect(await ended, output()).toBe(0)
    expect(said()).toMatchObject({ wrapped: '', pid: child.pid })
    expect(existsSync(join(root, 'node_modules/.bin/node'))).toBe(false)
  },
)

test.skipIf(process.platform === 'win32')(
  'a launch in a read-only folder names the folder',
  { timeout: npmMs },
  async () => {
    const { root } = createProject()
    chmodSync(root, 0o555)
    onTestFinished(() => chmodSync(root, 0o755))
    // Root may write everywhere.
    const { ended, output } = launch(root, [], process.getuid?.() === 0 ? { uid: 65_534 } : {})
    expect(await ended, output()).toBe(1)
    expect(output()).toContain(`The packages must be installed, but ${root} is not writable (EACCES).`)
  },
)

test('a launch without a file prints its usage', { timeout: npmMs }, async () => {
  const { root } = createProject()
  const { ended, output } = launch(root, [], { program: [process.execPath, 'scripts/launch.mjs'] })
  expect(await ended).toBe(2)
  expect(output()).toContain('Usage')
  expect(existsSync(join(root, 'node_modules'))).toBe(false)
})
