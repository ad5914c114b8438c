import type { Db } from '#server/platform/kernel/context.ts'
import { writeSettings } from '#server/shop/settings/editing/write-settings.ts'
import { type Bench, median, type Row } from './figures.ts'
import { postMessage } from './load/http-message.ts'
import { type HttpReply, openKeepAliveClient } from './load/keep-alive-client.ts'
import { pinningNote } from './processes/on-core.ts'
import { withWriters } from './writes/with-writers.ts'

/** Requests of each kind, for a person with an account and for one without. */
const tries = 200
const warmUps = 20

const known = { email: 'login-bench@example.com', phone: '9811100001' }
const unknown = { email: 'nobody-bench@example.com', phone: '9811100002' }

type Person = typeof known
type Question = { what: string; path: string; body: (person: Person) => object }

const login: Question = {
  what: 'login, wrong password',
  path: '/api/auth/login',
  body: ({ email }) => ({ email, password: 'not-the-one', remember_me: true }),
}
const reset: Question = {
  what: 'forgotten password',
  path: '/api/auth/reset',
  body: ({ email }) => ({ email }),
}
const code: Question = {
  what: 'code for a phone',
  path: '/api/auth/otp/request',
  body: ({ phone }) => ({ input: phone }),
}

/** Checks that response times do not reveal who has an account: the same request for both kinds in turn, from one client. */
export const loginTiming: Bench = {
  title: 'Login: account enumeration by timing',
  rows: [],

  run: ({ dataDir, say }) =>
    withWriters(dataDir, async ({ db, shop }) => {
      await writeSettings(db, { enable_otp_auth: true, enable_legacy_auth: true })
      await openAccount(shop.origin, db)
      const client = openKeepAliveClient(shop.port)
      const rows: Row[] = []
      try {
        const ask = (question: Question, name: string) => {
          say(name)
          return compare(name, question, async (person) => {
            // What is measured is the answer, not the limit that would end the questions.
            await db.deleteFrom('rate_limits').execute()
            return timed(() => client.send(postMessage(question.path, question.body(person), null)))
          })
        }
        for (const question of [login, reset, code]) rows.push(await ask(question, question.what))
        await writeSettings(db, { enable_customer_register: false })
        await settingsAreKnown(shop.origin)
        rows.push(await ask(code, `${code.what}, in a shop without registration`))
      } finally {
        client.close()
      }
      return {
        rows,
        notes: [
          `Ours: an unknown account; reference: a customer. Medians of ${tries} attempts each, alternating, over one connection; status and body of both must be identical. ${pinningNote}`,
          'A login compares a password with a hash, a code is hashed; an unknown account costs the same. A forgotten password has no such work, so its response is delayed to a fixed minimum.',
        ],
      }
    }),
}

async function compare(
  what: string,
  { path }: Question,
  ask: (person: Person) => Promise<HttpReply & { milliseconds: number }>,
): Promise<Row> {
  const taken: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let round = -warmUps; round < tries; round++) {
    const order = round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    const said = []
    for (const who of order) {
      const { status, body, milliseconds } = await ask(who === 'known' ? known : unknown)
      said.push(`${status} ${body}`)
      if (round >= 0) taken[who].push(milliseconds)
    }
    if (said[0] !== said[1]) throw new Error(`${path} does not answer alike: ${said.join(' / ')}`)
    if (said[0]?.startsWith('429')) throw new Error(`${path} was limited, and says nothing`)
  }
  const [ours, reference] = [median(taken.unknown), median(taken.known)]
  const ratio = ours / reference
  return {
    what,
    ours: `${ours.toFixed(2)} ms`,
    reference: `${reference.toFixed(2)} ms`,
    ratio,
    budget: 'ratio 0.95 to 1.05',
    met: Math.abs(ratio - 1) <= 0.05,
  }
}

async function timed(send: () => Promise<HttpReply>) {
  const started = performance.now()
  const reply = await send()
  return { ...reply, milliseconds: performance.now() - started }
}

/** A customer with a password and a phone that is proved. */
async function openAccount(origin: string, db: Db) {
  const person = { first_name: 'Asha', last_name: 'Rao', ...known, password: 'kupfer-Kanne-71' }
  const reply = await fetch(`${origin}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(person),
  })
  if (!reply.ok) throw new Error(`No account to ask for: ${await reply.text()}`)
  await db
    .updateTable('customers')
    .set({ phone_verified_at: new Date(), email_verified_at: new Date() })
    .where('email', '=', known.email)
    .execute()
}

/** The shop reads its change log every second. */
async function settingsAreKnown(origin: string) {
  for (let second = 0; second < 20; second++) {
    const reply = await fetch(`${origin}/api/storefront/initial-values?keys[]=enable_customer_register`)
    const { data } = (await reply.json()) as { data: { settings: { enable_customer_register: boolean } } }
    if (data.settings.enable_customer_register === false) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error('The shop did not load the new settings')
}
