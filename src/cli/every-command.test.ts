import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase, urlOf } from '#harness/database.ts'
import { testConfig } from '#harness/test-config.ts'

const project = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'vitrine-commands-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const shop = await testDatabase({ seed: true })
const shopUrl = urlOf(shop.connection)
const csv = join(folder, 'some.csv')
writeFileSync(csv, 'Title,URL handle\nMug,mug\n')

let runs = 0

/** Arguments that need the shop; `file` is in the place of a path. A command without a row is run without arguments. */
const argumentsOf: Record<string, { argv: string[]; file?: string; reads?: true }> = {
  import: { argv: ['import', csv], file: csv, reads: true },
  export: { argv: ['export', join(folder, 'out.csv')], file: join(folder, 'out.csv') },
  order: { argv: ['order', 'list'] },
  staff: { argv: ['staff', 'list'] },
  backup: { argv: ['backup', join(folder, 'out.backup')], file: join(folder, 'out.backup') },
  restore: { argv: ['restore', csv], file: csv, reads: true },
  settings: { argv: ['settings', 'list'] },
  theme: { argv: ['theme', 'set', csv], file: csv, reads: true },
  media: { argv: ['media', 'add', csv], file: csv, reads: true },
  plugin: { argv: ['plugin', 'list'] },
  redirect: { argv: ['redirect', 'import', csv], file: csv, reads: true },
  pincode: { argv: ['pincode', 'import', csv], file: csv, reads: true },
  form: { argv: ['form', 'list'] },
  reports: { argv: ['reports', 'rebuild'] },
  'preview-token': { argv: ['preview-token', '/'] },
  reset: { argv: ['reset', '--yes'] },
  demo: { argv: ['demo', 'remove', '--yes'] },
  init: { argv: ['init', '--name', 'Kiln', '--country', 'IN', '--owner', 'owner@shop.example'] },
}
/** They report on the shop, and succeed without one. */
const succeeding = new Set(['doctor', 'reset'])
/** They create the shop. */
const creating = new Set(['start', 'dev', 'init', 'migrate'])

/** Runs a command in this process, as the program does. */
async function run(argv: string[], given: Record<string, string> = {}) {
  const { tokenSecret, passwordPepper } = testConfig
  const before = { argv: process.argv, env: process.env, exitCode: process.exitCode }
  const said: string[] = []
  const print = (text: unknown) => {
    said.push(text instanceof Error ? `${text.stack}\n` : `${text}\n`)
    return true
  }
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(print as never),
    vi.spyOn(process.stderr, 'write').mockImplementation(print as never),
    vi.spyOn(console, 'error').mockImplementation(print as never),
  ]
  process.argv = [process.execPath, join(import.meta.dirname, 'vitrine.ts'), ...argv]
  process.env = {
    ...{ PATH: process.env.PATH, HOME: process.env.HOME, VITRINE_MODE: 'demo', PORT: '0', HOST: '127.0.0.1' },
    ...{ VITRINE_TOKEN_SECRET: tokenSecret, VITRINE_PASSWORD_PEPPER: passwordPepper },
    ...given,
  }
  try {
    runs += 1
    // The program runs when it is loaded.
    const program = `${join(import.meta.dirname, 'vitrine.ts')}?run=${runs}`
    await import(program)
    return { code: process.exitCode, said: said.join('') }
  } finally {
    Object.assign(process, before)
    for (const spy of spies) spy.mockRestore()
  }
}

const names = (await run(['help'])).said.split('\n').flatMap((line) => /^ {2}(\S+) /.exec(line)?.[1] ?? [])

type Outcome = Awaited<ReturnType<typeof run>>

/** One or a few sentences for the operator: no stack, no object, no password. */
function expectSentence({ said, code }: Outcome, name: string, isRefused = !succeeding.has(name)) {
  expect.soft(said, name).not.toMatch(/^\s+at |node:internal|\[Object|errno:|hidden/m)
  expect.soft(said.trim(), name).toMatch(/[.:)]$|[A-Z]/)
  if (isRefused)
    expect.soft([name, code === 0 || code === undefined ? 'succeeded' : 'refused']).toEqual([name, 'refused'])
}

test('every command before the first start says that there is no shop, and creates none', async () => {
  expect(names).toContain('import')
  for (const name of names.filter((one) => !creating.has(one))) {
    const dataDir = join(folder, `none-${name}`)
    const outcome = await run(argumentsOf[name]?.argv ?? [name], { DATA_DIR: dataDir })
    expectSentence(outcome, name)
    if (!succeeding.has(name) && name !== 'restore')
      expect.soft(outcome.said, name).toMatch(/There is no shop in .*|Usage/)
    expect.soft([name, existsSync(join(dataDir, 'postgres'))]).toEqual([name, false])
  }
}, 120_000)

test('every command with an empty database says that there is no shop, and leaves it empty', async () => {
  const { pool, connection } = await testDatabase({ empty: true })
  for (const name of names.filter((one) => !creating.has(one) && !succeeding.has(one) && one !== 'restore'))
    expectSentence(
      await run(argumentsOf[name]?.argv ?? [name], { DATA_DIR: folder, DATABASE_URL: urlOf(connection) }),
      name,
    )
  expect(
    (await pool.query(`select from pg_class where relnamespace = 'public'::regnamespace`)).rowCount,
  ).toBe(0)
}, 120_000)

test.for([
  { mode: 'demo', sentence: 'wait until it prints the addresses' },
  { mode: 'production', sentence: 'npm run vitrine -- init' },
])('a command while the first start in $mode mode has only its tables says how to go on', async (one) => {
  const { connection } = await testDatabase()
  const given = { DATA_DIR: folder, DATABASE_URL: urlOf(connection), VITRINE_MODE: one.mode }
  const outcome = await run(['order', 'list'], { ...given, STORE_URL: 'https://shop.example' })
  expectSentence(outcome, 'order')
  expect(outcome.said).toContain(one.sentence)
  expect(outcome.said.includes('production mode')).toBe(one.mode === 'production')
})

test('commands without arguments refuse any, and leave the shop as it is', async () => {
  const { pool, connection } = await testDatabase({ empty: true })
  const given = { DATA_DIR: folder, DATABASE_URL: urlOf(connection) }
  for (const name of ['dev', 'migrate', 'accept-secrets', 'doctor']) {
    const { code, said } = await run([name, '--dry-run'], given)
    expect.soft([name, code, said.split('\n')[0]]).toEqual([name, 2, `Usage: npm run vitrine -- ${name}`])
  }
  expect(
    (await pool.query(`select from pg_class where relnamespace = 'public'::regnamespace`)).rowCount,
  ).toBe(0)
}, 60_000)

test.for([
  { argv: ['--yes'], sentence: /There is no shop in .*: nothing was deleted/ },
  { argv: ['--yes', '--dry-run'], sentence: /To do it: npm run vitrine -- reset --yes/ },
])('reset $argv leaves a folder alone that has no shop', async ({ argv, sentence }) => {
  const dataDir = mkdtempSync(join(folder, 'other-'))
  for (const name of ['media', 'cache']) mkdirSync(join(dataDir, name))
  writeFileSync(join(dataDir, 'media', 'holiday.jpg'), 'mine')

  const { said } = await run(['reset', ...argv], { DATA_DIR: dataDir })

  expect(said).toMatch(sentence)
  expect(readdirSync(dataDir)).toEqual(['cache', 'media'])
  expect(readdirSync(join(dataDir, 'media'))).toEqual(['holiday.jpg'])
})

/** A server that refuses the password, whatever it is. */
let refusing: Server
beforeAll(async () => {
  refusing = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      const fields = Buffer.from(
        'SFATAL\0VFATAL\0C28P01\0Mpassword authentication failed for user "shop"\0\0',
      )
      const head = Buffer.alloc(5)
      head.write('E')
      head.writeUInt32BE(fields.length + 4, 1)
      socket.end(Buffer.concat([head, fields]))
    })
  })
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void refusing.close())

const outages: [string, () => string, RegExp][] = [
  [
    'cannot be reached',
    () => 'postgres://shop:hidden@127.0.0.1:1/shop',
    /No connection to the database of DATABASE_URL: .*ECONNREFUSED.* Check/,
  ],
  [
    'refuses the password',
    () => `postgres://shop:hidden@127.0.0.1:${(refusing.address() as AddressInfo).port}/shop`,
    /password authentication failed for user "shop"\. Check/,
  ],
  [
    'does not exist',
    () => shopUrl.replace(/[^/]+$/, 'no_such_shop'),
    /database "no_such_shop" does not exist\. Check/,
  ],
]

test.for(outages)(
  'every command whose database %s says so',
  { timeout: 120_000 },
  async ([, url, sentence]) => {
    for (const name of names) {
      // `reset` knows the embedded database alone; `start` is `dev` with a build, which would outlast the test.
      if (name === 'reset' || name === 'start') continue
      const { argv } = argumentsOf[name] ?? { argv: [name] }
      // Reads its file before it connects.
      if (name === 'restore') continue
      const outcome = await run(argv, { DATA_DIR: join(folder, 'unreachable'), DATABASE_URL: url() })
      expectSentence(outcome, name)
      if (name !== 'doctor') expect.soft(outcome.said, name).toMatch(sentence)
    }
  },
)

test('every command that takes a file says what is wrong with it', async () => {
  const given = { DATA_DIR: folder, DATABASE_URL: shopUrl }
  const locked = join(folder, 'locked.csv')
  writeFileSync(locked, 'Title\n')
  chmodSync(locked, 0)
  for (const [name, { argv, file, reads }] of Object.entries(argumentsOf)) {
    if (!file) continue
    const wrong = [join(folder, 'none/none.csv'), join(csv, 'none.csv'), folder]
    // Root may read and write everything.
    if (reads && process.getuid?.() !== 0) wrong.push(locked)
    for (const path of wrong) {
      const outcome = await run(
        argv.map((word) => (word === file ? path : word)),
        given,
      )
      expectSentence(outcome, `${name} ${path}`, true)
      expect.soft(outcome.said, name).toContain(path)
    }
  }
}, 120_000)

test('every command says that it may not write its data folder', async () => {
  const readOnly = join(folder, 'read-only')
  mkdirSync(readOnly, { mode: 0o500 })
  // Root may write every folder but those of the kernel.
  const dataDir = process.getuid?.() === 0 ? '/sys/vitrine' : join(readOnly, 'data')
  for (const name of names.filter((one) => one !== 'reset')) {
    const outcome = await run(argumentsOf[name]?.argv ?? [name], {
      ...{ DATA_DIR: dataDir, VITRINE_TOKEN_SECRET: '', VITRINE_PASSWORD_PEPPER: '' },
    })
    expectSentence(outcome, name, true)
    expect.soft(outcome.said, name).toContain(dataDir)
  }
}, 120_000)

test.for(['backup', 'export'])(
  '%s on a full disk says so and leaves no file',
  { timeout: 60_000 },
  async (name) => {
    const target = join(mkdtempSync(join(folder, 'full-')), 'shop.out')
    const { tokenSecret, passwordPepper } = testConfig
    // A limit for the size of files is refused as a full disk is, after some kilobytes.
    const limited = spawnSync(
      'sh',
      ['-c', `ulimit -f 16; exec "$0" "$@"`, process.execPath, 'src/cli/vitrine.ts', name, target],
      {
        cwd: project,
        encoding: 'utf8',
        env: {
          ...{ PATH: process.env.PATH, HOME: process.env.HOME, NODE_DISABLE_COMPILE_CACHE: '1' },
          ...{ VITRINE_TOKEN_SECRET: tokenSecret, VITRINE_PASSWORD_PEPPER: passwordPepper },
          ...{ DATA_DIR: folder, DATABASE_URL: shopUrl },
        },
      },
    )

    expect(limited.stderr).toContain('The disk is full')
    expectSentence({ said: limited.stderr, code: limited.status ?? 1 }, name, true)
    expect(readdirSync(join(target, '..'))).toEqual([])
  },
)

afterEach(() => vi.restoreAllMocks())
