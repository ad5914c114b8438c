import { parseArgs } from 'node:util'
import { installedPlugins } from '#plugins/installed.server.ts'
import { addGermany } from '../server/operations/seed/add-germany.ts'
import { noteFormerDemo } from '../server/operations/seed/note-demo.ts'
import { findDemoOwner, lockDemoPeople } from '../server/operations/setup/demo-people.ts'
import { readRemoval } from '../server/operations/setup/demo-report.ts'
import { addRemoval, runRemoval } from '../server/operations/setup/remove-demo.ts'
import { commandLineActor } from '../server/platform/audit/audit-log.ts'
import type { Config } from '../server/platform/config/config.ts'
import { isDemoShop } from '../server/platform/db/note-seeded.ts'
import type { Db } from '../server/platform/kernel/context.ts'
import { ShopError } from '../server/platform/kernel/errors.ts'
import { openStorage } from '../server/platform/storage/open-storage.ts'
import { CommandError, createProgress, say } from './print.ts'
import { withShop } from './with-database.ts'

const USAGE = `Usage:
  demo remove [--owner EMAIL] [--yes]   removes demo products, orders, customers, reviews, posts and pictures, and
                                        locks the demo owner; your own records and the settings stay
  demo add germany                      adds a channel for Germany in euros, and what the law of Germany and of India asks
  demo lock [--owner EMAIL]             keeps the data, and locks the demo customer and the demo owner
    --owner   adds an owner of the back office first, and prints a one-time sign-in link`

/** `vitrine demo …`: may run next to a running shop. */
export async function demoCommand(argv: string[], config: Config): Promise<number> {
  const given = readArguments(argv)
  if (!given) {
    say(USAGE)
    return 2
  }
  const { verb, owner, isConfirmed } = given
  await withShop(config, async ({ db }) => {
    if (verb === 'lock') return lock(db, config, owner)
    if (verb === 'add') return add(db, config)
    if (!isConfirmed)
      throw new CommandError(
        'This deletes the demo data of this shop for good. To do it, repeat the command with --yes.',
      )
    await remove(db, config, owner)
  })
  return 0
}

/** The owner is locked first: a refusal leaves everything as it is. */
async function remove(db: Db, config: Config, owner: string | undefined) {
  if (!(await isDemoShop(db)))
    throw new CommandError('This shop has no demo data, or it has been removed already. Nothing was changed.')
  await noteFormerDemo(db)
  if (owner || (await findDemoOwner(db))) await lock(db, config, owner)
  const id = await refusalsAsErrors(async () =>
    db.transaction().execute((tx) => addRemoval(tx, commandLineActor())),
  )
  const plugins = { installed: installedPlugins }
  await runRemoval({ db, files: await openStorage(config), plugins, onProgress: createProgress() }, id)
  const result = await readRemoval(db)
  say(
    '\nThe demo data is removed. Yours stays, and so do the settings: please check name, address and tax number.',
  )
  for (const { name, reason } of result?.kept ?? []) say(`  kept: ${name} (${reason.toLowerCase()})`)
}

async function add(db: Db, config: Config) {
  const outcome = await addGermany(db, config, commandLineActor())
  if (outcome === 'other-shop') throw new CommandError('This shop has no demo data. Nothing was changed.')
  if (outcome === 'present') return say('This shop has the channel "Germany" already. Nothing was changed.')
  say(
    'The channel "Germany" is added: choose it in the footer of the shop. Settings, Channels shows what the law asks.',
  )
}

async function lock(db: Db, config: Config, owner: string | undefined) {
  const link = await refusalsAsErrors(() =>
    db.transaction().execute((tx) => lockDemoPeople(tx, config, commandLineActor(), owner)),
  )
  say('The people of the demo shop can no longer sign in.')
  if (link) say(`${owner} is an owner. Sign in within 5 minutes, once:\n  ${link.url}`)
}

async function refusalsAsErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    if (error.code === 'LAST_OWNER')
      throw new CommandError(
        'The demo owner is the only owner. Name another one: --owner you@your-shop.example',
      )
    const errors = Object.values(error.extra.errors ?? {}).flat()
    throw new CommandError(errors.join('\n') || error.message)
  }
}

function readArguments(argv: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      options: { owner: { type: 'string' }, yes: { type: 'boolean' } },
      allowPositionals: true,
    })
    const [verb, what] = positionals
    const isKnown = verb === 'add' ? what === 'germany' : (verb === 'remove' || verb === 'lock') && !what
    if (positionals.length > 2 || !isKnown) return undefined
    return { verb, owner: values.owner, isConfirmed: values.yes === true }
  } catch {
    return undefined
  }
}
