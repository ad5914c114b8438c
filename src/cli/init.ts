import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { isEmail } from '#contract/rules/email.ts'
import { keyOf } from '#contract/rules/own-value.ts'
import { installedPlugins } from '#plugins/installed.server.ts'
import { isCurrency } from '../server/commerce/checkout/editing/manage-channels.ts'
import { createShop, type NewShop, statesOf } from '../server/operations/setup/create-shop.ts'
import { commandLineActor } from '../server/platform/audit/audit-log.ts'
import type { Config } from '../server/platform/config/config.ts'
import type { Db } from '../server/platform/kernel/context.ts'
import { knownCountries } from '../server/shop/countries/known-countries.ts'
import { CommandError, say } from './print.ts'
import { withDatabase } from './with-database.ts'

const USAGE = `Usage:
  init --name NAME --country CODE --owner EMAIL [--currency CODE] [--state STATE] [--yes]
    creates an empty shop: channel, states, taxes, delivery, payment, pages and menus; no products, no demo people
    --country   ${countries()}
    --currency  three letters; that of the country when omitted. --yes accepts another one
    --state     the state that the shop is in, such as Karnataka: taxes depend on it
  In a terminal it asks for what is missing.`

const COMMAND =
  'npm run vitrine -- init --name "My shop" --country IN --currency INR --owner you@your-shop.example'

/** `vitrine init …`: creates a shop without products in an empty database. */
export async function initCommand(argv: string[], config: Config): Promise<number> {
  const given = readArguments(argv)
  if (!given) {
    say(USAGE)
    return 2
  }
  // Prompted before the database is created: a question that is not answered leaves nothing behind.
  const shop = await completeShop(given)
  await withDatabase(config, ({ db }) =>
    writeShop(db, config, shop, 'Start the shop with npm start, and sign in within 5 minutes, once:'),
  )
  return 0
}

/**
 * The first start in production: asks for the new shop in a terminal.
 * @throws CommandError with the command to run without a terminal.
 */
export async function createFirstShop(db: Db, config: Config): Promise<void> {
  if (!isTerminal())
    throw new CommandError(
      `This database has no shop yet, and production mode does not create the demo shop.\n` +
        `Create one, and start again:\n  ${COMMAND}\n` +
        'Or restore a backup:\n  npm run vitrine -- restore FILE',
    )
  say('\nThis database has no shop yet. What shall it be called?\n')
  await writeShop(db, config, await completeShop({}), 'The shop starts now. Sign in within 5 minutes, once:')
}

async function writeShop(db: Db, config: Config, shop: NewShop, next: string): Promise<void> {
  const created = await createShop(db, config, commandLineActor(), shop, installedPlugins)
  if (!created) throw new CommandError(await whyNot(db))
  say(`\n${shop.name} is ready: no products yet, and nobody but its owner ${shop.owner}.`)
  say('Delivery is free of charge until you set a price, and the policies are placeholders:')
  say('the first screen of the back office lists what to do next.\n')
  say(next)
  say(`  ${created.link.url}`)
  say(`Another link: npm run vitrine -- staff link ${shop.owner}`)
}

async function whyNot(db: Db): Promise<string> {
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', ['store_name', 'demo_seeded'])
    .execute()
  const name = rows.find(({ key }) => key === 'store_name')?.value
  const isDemo = rows.some(({ key }) => key === 'demo_seeded')
  return `This database has a shop already${name ? `, “${name}”` : ''}. Nothing was changed.${
    isDemo ? '\nTo remove the demo data from it: npm run vitrine -- demo remove' : ''
  }`
}

type Given = Partial<Record<keyof NewShop, string>> & { yes?: boolean }

/** @throws CommandError for what is wrong, and for what is missing without a terminal. */
async function completeShop(given: Given): Promise<NewShop> {
  const typed: Given = {
    ...given,
    ...(given.country && { country: given.country.toUpperCase() }),
    ...(given.currency && { currency: given.currency.toUpperCase() }),
  }
  for (const [name, value] of Object.entries(typed)) {
    const field = keyOf(mistakes, name)
    if (field && typeof value === 'string') refuse(mistakes[field](value, typed))
  }
  const missing = (['name', 'country', 'owner'] as const).filter((field) => !typed[field])
  const isInteractive = isTerminal()
  if (missing.length > 0 && !isInteractive)
    throw new CommandError(
      `Missing: ${missing.map((field) => `--${field}`).join(', ')}. For example:\n  ${COMMAND}`,
    )
  return isInteractive ? askForRest(typed) : withoutQuestions(typed)
}

function withoutQuestions(typed: Given): NewShop {
  const { name = '', country = '', owner = '', state = '' } = typed
  const own = currencyOf(country)
  const { currency = own } = typed
  if (currency !== own && !typed.yes)
    throw new CommandError(
      `${currency} is not the currency of ${nameOf(country)}, which is ${own}. If you mean it, repeat the command with --yes.`,
    )
  return { name: name.trim(), country, owner, state: stateOf(country, state), currency }
}

async function askForRest(typed: Given): Promise<NewShop> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const stopped = new Promise<never>((_, reject) =>
    terminal.once('close', () => reject(new CommandError('\nStopped. Nothing was created.'))),
  )
  stopped.catch(() => {})
  const ask = (question: string) => Promise.race([terminal.question(question), stopped])
  /** Repeats the question until the answer is right; an empty one takes the default. */
  const want = async (field: keyof NewShop, question: string, fallback = '') => {
    if (typed[field] !== undefined) return typed[field]
    for (;;) {
      const raw = (await ask(`${question}${fallback && ` [${fallback}]`}: `)).trim() || fallback
      const answer = field === 'country' || field === 'currency' ? raw.toUpperCase() : raw
      const mistake = mistakes[field](answer, typed)
      if (!mistake) return answer
      say(`  ${mistake}`)
    }
  }
  try {
    const name = await want('name', 'Name of the shop')
    const country = await want('country', `Country (${countries()})`, 'IN')
    const own = currencyOf(country)
    let currency = await want('currency', 'Currency', own)
    if (currency !== own && !typed.yes) {
      const answer = await ask(`The currency of ${nameOf(country)} is ${own}. Sell in ${currency}? [y/N]: `)
      if (!/^y(es)?$/i.test(answer.trim())) currency = own
      say(`  Prices are in ${currency}.`)
    }
    typed.country = country
    const state = await want('state', 'State that the shop is in (Enter: later)')
    const owner = await want('owner', 'E-mail address of the owner')
    return { name: name.trim(), country, currency, state: stateOf(country, state), owner }
  } finally {
    terminal.close()
  }
}

/** What is wrong with a value; undefined for a right one. */
const mistakes: Record<keyof NewShop, (value: string, given: Given) => string | undefined> = {
  name: (value) =>
    value.trim() === '' || value.trim().length > 120 ? 'The name has 1 to 120 letters.' : undefined,
  country: (value) =>
    knownCountries.some(({ code }) => code === value)
      ? undefined
      : `The shop has no data of that country. Known ones: ${countries()}.`,
  currency: (value) =>
    isCurrency(value)
      ? undefined
      : `There is no currency with these letters. Use a code such as ${knownCountries.map(({ currency }) => currency).join(', ')}.`,
  state: (value, { country }) =>
    value === '' || !country || stateOf(country, value)
      ? undefined
      : `There is no state of that name. Known ones: ${statesOf(country).join(', ')}.`,
  owner: (value) => (isEmail(value) ? undefined : 'The owner is an e-mail address.'),
}

function refuse(mistake: string | undefined) {
  if (mistake) throw new CommandError(mistake)
}

/** The name of a state as the shop writes it. */
const stateOf = (country: string, typed: string) =>
  statesOf(country).find((state) => state.toLowerCase() === typed.trim().toLowerCase()) ?? ''

const countryOf = (code: string) => knownCountries.find((country) => country.code === code)
const currencyOf = (code: string) => countryOf(code)?.currency ?? ''
const nameOf = (code: string) => countryOf(code)?.name ?? code

function countries() {
  return knownCountries.map(({ code, name }) => `${code} ${name}`).join(', ')
}

const isTerminal = () => Boolean(process.stdin.isTTY && process.stdout.isTTY)

function readArguments(argv: string[]): Given | undefined {
  const text = { type: 'string' } as const
  try {
    const { values } = parseArgs({
      args: argv,
      options: {
        ...{ name: text, country: text, currency: text, state: text, owner: text },
        yes: { type: 'boolean' },
      },
    })
    return values
  } catch {
    return undefined
  }
}
