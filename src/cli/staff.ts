import { parseArgs } from 'node:util'
import { ownValue } from '#contract/rules/own-value.ts'
import { createLoginLink } from '../server/people/staff/login-link.ts'
import { addStaff, listStaff, updateStaff } from '../server/people/staff/manage-staff.ts'
import { type Actor, commandLineActor, writeAudit } from '../server/platform/audit/audit-log.ts'
import type { Config } from '../server/platform/config/config.ts'
import type { Db } from '../server/platform/kernel/context.ts'
import { ShopError } from '../server/platform/kernel/errors.ts'
import { CommandError, say } from './print.ts'
import { withShop } from './with-database.ts'

type Context = { db: Db; config: Pick<Config, 'storeUrl'>; actor: Actor; print: (line: string) => void }

/** `vitrine staff …`: may run next to a running shop. */
export const staffCommand = (argv: string[], config: Config) =>
  withShop(config, ({ db }) => runStaff({ db, config, actor: commandLineActor(), print: say }, argv))

const USAGE = `Usage:
  staff list
  staff add EMAIL --role ROLE [--name NAME]   adds a member of staff and prints a one-time sign-in link
  staff link EMAIL                            prints a new one-time sign-in link
  staff role EMAIL ROLE                       changes the role: owner, manager, editor, fulfilment, viewer
  staff block EMAIL | staff unblock EMAIL`

/** @returns the exit code: 2 when the command line itself is wrong. */
export async function runStaff(context: Context, [verb = '', ...rest]: string[]): Promise<number> {
  const run = ownValue(verbs, verb)
  const given = readArguments(rest)
  if (!run || !given || given.positionals.length !== run.positionals) {
    context.print(USAGE)
    return 2
  }
  try {
    await run.run(context, given)
    return 0
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    const errors = Object.values(error.extra.errors ?? {}).flat()
    throw new CommandError(errors.join('\n') || error.message)
  }
}

type Given = { positionals: string[]; role?: string | undefined; name?: string | undefined }

const verbs: Record<string, { positionals: number; run: (context: Context, given: Given) => Promise<void> }> =
  {
    list: {
      positionals: 0,
      async run({ db, print }) {
        const { data } = await listStaff(db, { page: 1, per_page: 1_000, sort: 'email', order: 'asc' })
        for (const { email, role_name, is_active, last_signed_in_at } of data)
          print(
            `${email.padEnd(32)} ${role_name.padEnd(12)} ${is_active ? 'active ' : 'blocked'}  ${last_signed_in_at ?? 'never signed in'}`,
          )
        if (data.length === 0) print('There is no staff. Add an owner: staff add EMAIL --role owner')
      },
    },
    add: {
      positionals: 1,
      async run({ db, config, actor, print }, { positionals: [email = ''], role = 'viewer', name }) {
        const link = await db.transaction().execute(async (tx) => {
          const added = await addStaff(
            tx,
            { actor },
            { email: email.toLowerCase(), role, ...(name && { name }) },
          )
          return createLoginLink(tx, config, added.id)
        })
        print(`${email} is a member of staff (${role}).`)
        printLink(print, link)
      },
    },
    link: {
      positionals: 1,
      async run({ db, config, actor, print }, { positionals: [email = ''] }) {
        const id = await requireStaffId(db, email)
        const link = await db.transaction().execute(async (tx) => {
          await writeAudit(tx, actor, {
            action: 'staff.create_link',
            record: { type: 'staff', id: String(id) },
          })
          return createLoginLink(tx, config, id)
        })
        printLink(print, link)
      },
    },
    role: {
      positionals: 2,
      run: ({ db, actor, print }, { positionals: [email = '', role = ''] }) =>
        change({ db, actor, print }, email, { role }),
    },
    block: {
      positionals: 1,
      run: (context, { positionals: [email = ''] }) => change(context, email, { is_active: false }),
    },
    unblock: {
      positionals: 1,
      run: (context, { positionals: [email = ''] }) => change(context, email, { is_active: true }),
    },
  }

async function change(
  { db, actor, print }: Pick<Context, 'db' | 'actor' | 'print'>,
  email: string,
  update: { role?: string; is_active?: boolean },
) {
  const id = await requireStaffId(db, email)
  const staff = await db.transaction().execute((tx) => updateStaff(tx, { actor }, id, update))
  print(`${staff.email}: ${staff.role_name}, ${staff.is_active ? 'active' : 'blocked'}.`)
}

const printLink = (print: Context['print'], { url }: { url: string }) =>
  print(`Sign in within 5 minutes, once:\n  ${url}`)

async function requireStaffId(db: Db, email: string): Promise<number> {
  const found = await db
    .selectFrom('staff')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  if (!found) throw new CommandError(`${email} is not a member of staff`)
  return found.id
}

function readArguments(argv: string[]): Given | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      options: { role: { type: 'string' }, name: { type: 'string' } },
      allowPositionals: true,
    })
    return { positionals, ...values }
  } catch {
    return undefined
  }
}
