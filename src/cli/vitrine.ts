#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { ConfigError, readConfig } from '../server/config/config.ts'
import { say } from './print.ts'

// Sources that have been read once start a quarter of a second sooner; where nothing can be written, they start all the same.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compile'))

/** What each command does, and where it is. Loaded only when it is called: `doctor` needs no database. */
const commands: Record<string, { about: string; load: () => Promise<Command> }> = {
  start: { about: 'run the shop', load: async () => (await import('./start.ts')).start },
  dev: {
    about: 'run the shop from source, with live changes',
    load: async () => (await import('./start.ts')).dev,
  },
  import: {
    about: 'import products from a CSV file: import FILE.csv [--dry-run]',
    load: async () => (await import('./products.ts')).importCommand,
  },
  export: {
    about: 'write all products as a Shopify CSV file: export FILE.csv',
    load: async () => (await import('./products.ts')).exportCommand,
  },
  order: {
    about: 'list, show, pack, ship and deliver orders: order help',
    load: async () => (await import('./order.ts')).orderCommand,
  },
  reset: {
    about: 'throw the shop’s data away: reset --yes',
    load: async () => (await import('./reset.ts')).reset,
  },
  doctor: { about: 'show the configuration', load: async () => (await import('./doctor.ts')).doctor },
}

type Command = (argv: string[], config: ReturnType<typeof readConfig>) => Promise<number | undefined>

/** BSD's EX_CONFIG: what is wrong is the configuration (security §21). */
const EX_CONFIG = 78

process.exitCode = await main(process.argv.slice(2))

async function main([name = 'help', ...argv]: string[]): Promise<number> {
  const command = argv.some(isHelp) ? undefined : commands[name]
  if (!command) {
    say(`Usage: npm run vitrine -- COMMAND\n`)
    for (const [known, { about }] of Object.entries(commands)) say(`  ${known.padEnd(8)} ${about}`)
    return name === 'help' || [name, ...argv].some(isHelp) ? 0 : 2
  }
  try {
    const run = await command.load()
    return (await run(argv, readConfig(process.env, process.cwd()))) ?? 0
  } catch (error) {
    if (error instanceof ConfigError) {
      for (const { variable, problem } of error.problems) console.error(`${variable} ${problem}`)
      return EX_CONFIG
    }
    console.error(error instanceof Error && isWorded(error) ? error.message : error)
    return 1
  }
}

function isHelp(word: string) {
  return word === '--help' || word === '-h'
}

/** Errors that are worded for whoever runs the shop: their stack would only hide what they say. */
function isWorded(error: Error) {
  const worded = ['EmbeddedPostgresError', 'MigrationError', 'ShopMissingError', 'CommandError']
  return worded.includes(error.name) || worded.includes(error.constructor.name)
}
