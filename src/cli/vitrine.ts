#!/usr/bin/env node
import { ownValue } from '#contract/rules/own-value.ts'
import { companies } from '../server/commerce/couriers/couriers.ts'
import { ConfigError, readConfig } from '../server/platform/config/config.ts'
import { explainError } from './explain-error.ts'
import { withLastAddress } from './last-address.ts'
import { say } from './print.ts'

/** Description and loader of each command. Loaded only when called: `doctor` needs no database. */
const commands: Record<string, { about: string; load: () => Promise<Command> }> = {
  start: {
    about: 'run the shop, or a part of its work: start [--role all|web|worker]',
    load: async () => (await import('./start.ts')).start,
  },
  dev: {
    about: 'run the shop from source, with live changes',
    load: async () => (await import('./start.ts')).dev,
  },
  migrate: {
    about: 'migrate the database: a step of a release whose processes have MIGRATE=off',
    load: async () => (await import('./migrate.ts')).migrateCommand,
  },
  init: {
    about: 'create an empty shop: init --name NAME --country IN --currency INR --owner EMAIL',
    load: async () => (await import('./init.ts')).initCommand,
  },
  demo: {
    about:
      'add a channel to the demo shop, remove the demo data, or lock out its people: demo add germany | remove | lock',
    load: async () => (await import('./demo.ts')).demoCommand,
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
  staff: {
    about: 'add staff and sign them in to the back office: staff list | add EMAIL --role ROLE | link EMAIL',
    load: async () => (await import('./staff.ts')).staffCommand,
  },
  backup: {
    about: 'back up database and files to one file: backup FILE [--with-secrets]',
    load: async () => (await import('./backup.ts')).backupCommand,
  },
  restore: {
    about: 'restore a backup into an empty data folder or database: restore FILE',
    load: async () => (await import('./restore.ts')).restoreCommand,
  },
  settings: {
    about: 'read and change settings: settings list | get KEY | set KEY VALUE',
    load: async () => (await import('./settings.ts')).settingsCommand,
  },
  theme: {
    about: 'show and change colors, fonts and layout: theme list | show | set NAME-OR-FILE | reset',
    load: async () => (await import('./theme.ts')).themeCommand,
  },
  media: {
    about:
      'upload a picture, video or font: media add FILE [--use logo|favicon|social|background|body|heading]',
    load: async () => (await import('./media.ts')).mediaCommand,
  },
  plugin: {
    about:
      'list, enable, disable and configure plugins: plugin list | on NAME [CONFIG-JSON] | off NAME | set NAME CONFIG-JSON | export NAME',
    load: async () => (await import('./plugin.ts')).pluginCommand,
  },
  redirect: {
    about: 'redirect addresses: redirect list | add FROM TO | remove FROM | import FILE.csv',
    load: async () => (await import('./redirect.ts')).redirectCommand,
  },
  pincode: {
    about: 'import delivery areas: pincode import FILE.csv [--country CODE] [--replace]',
    load: async () => (await import('./pincode.ts')).pincodeCommand,
  },
  form: {
    about: 'list forms and what was submitted: form list | submissions FORM',
    load: async () => (await import('./form.ts')).formCommand,
  },
  reports: {
    about: 'make the stored sums of the reports again: reports rebuild',
    load: async () => (await import('./reports.ts')).reportsCommand,
  },
  'preview-token': {
    about: 'print the address that shows a page’s draft for 15 minutes: preview-token PAGE',
    load: async () => (await import('./preview-token.ts')).previewTokenCommand,
  },
  reset: {
    about: 'delete the shop’s data: reset --yes',
    load: async () => (await import('./reset.ts')).reset,
  },
  'accept-secrets': {
    about: 'continue with the secrets of this host when the former ones are lost',
    load: async () => (await import('./accept-secrets.ts')).acceptSecrets,
  },
  doctor: {
    about: 'show the configuration and failing jobs',
    load: async () => (await import('./doctor.ts')).doctor,
  },
}

const startsShop = new Set(['start', 'dev'])
/** Any would be taken for an option that they do not have: `migrate --dry-run` must not migrate. */
const takeNothing = new Set(['dev', 'migrate', 'accept-secrets', 'doctor'])

type Command = (argv: string[], config: ReturnType<typeof readConfig>) => Promise<number | undefined>

/** BSD's EX_CONFIG: the configuration is wrong (security §21). */
const EX_CONFIG = 78

process.exitCode = await main(process.argv.slice(2))

async function main([name = 'help', ...argv]: string[]): Promise<number> {
  const command = argv.some(isHelp)
    ? undefined
    : (ownValue(commands, name) ?? (await findPluginCommand(name)))
  if (!command) {
    say(`Usage: npm run vitrine -- COMMAND\n`)
    for (const [known, { about }] of Object.entries(commands)) say(`  ${known.padEnd(14)} ${about}`)
    for (const [known, { about }] of await readPluginCommands()) say(`  ${known.padEnd(14)} ${about}`)
    return name === 'help' || [name, ...argv].some(isHelp) ? 0 : 2
  }
  if (takeNothing.has(name) && argv.length > 0) {
    say(`Usage: npm run vitrine -- ${name}\n  ${command.about}`)
    return 2
  }
  try {
    const run = await command.load()
    const config = readConfig(process.env, process.cwd(), companies)
    return (await run(argv, startsShop.has(name) ? config : withLastAddress(config))) ?? 0
  } catch (error) {
    if (error instanceof ConfigError) {
      for (const { variable, problem } of error.problems) console.error(`${variable} ${problem}`)
      return EX_CONFIG
    }
    console.error(explainError(error) ?? error)
    return 1
  }
}

async function readPluginCommands() {
  return (await import('./plugin-command.ts')).pluginCommands()
}

/** The code of plugins is loaded only for names that are not commands of the shop. */
async function findPluginCommand(name: string) {
  if (isHelp(name) || name === 'help') return undefined
  return (await import('./plugin-command.ts')).findPluginCommand(name)
}

function isHelp(word: string) {
  return word === '--help' || word === '-h'
}
