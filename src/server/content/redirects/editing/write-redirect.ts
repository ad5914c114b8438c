import type { RedirectRow, RedirectValues } from '#contract/admin/settings/redirects.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid, notFound } from '#server/platform/kernel/errors.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { covers, plainPath, type RedirectRule, selectRules } from '../redirect-rules.ts'

/** The addresses that no redirect rule reaches, because routes of their own answer them. */
const reserved = [
  ...['/api', '/assets', '/_build', '/_img', '/media', '/fonts', '/dev', '/feeds', '/admin'],
  ...['/robots.txt', '/sitemap.xml', '/favicon.ico', '/cookie-preferences', '/unsubscribe', '/documents'],
  ...['/sw.js', '/manifest.webmanifest', '/_offline', '/app-icon'],
]
const codes = [301, 302, 307, 308]
const MAX_LENGTH = 2_048

export type RedirectInput = Pick<RedirectRule, 'from_path' | 'to_path'> &
  Partial<Pick<RedirectRule, 'code' | 'match'>>
/** A full address of this shop is stored as its path, so that loops through it are found. */
type Shop = { config: { storeUrl: string } }

/**
 * Adds redirect rules, or changes those with the same source, all or none. Every process applies them within two
 * seconds.
 *
 * @throws 422 with the problems by number (from 0): an invalid address, or a rule that leads to another rule or itself.
 */
export async function addRedirects(
  db: Db | Tx,
  inputs: readonly RedirectInput[],
  shop: Shop,
): Promise<RedirectRule[]> {
  return inTransaction(db, async (tx) => {
    await lockRules(tx)
    const rules = new Map((await selectRules(tx)).map((rule) => [rule.from_path, rule]))
    const added = inputs.map((input) => ruleOf(input, shop))
    for (const rule of added) rules.set(rule.from_path, rule)
    const all = [...rules.values()]
    const problems = added.flatMap((rule, at) => {
      const texts = [...addressProblems(rule), ...chainProblems(rule, all)]
      return texts.length > 0 ? [[String(at), texts] as const] : []
    })
    if (problems.length > 0) throw invalid(Object.fromEntries(problems))
    for (const rule of added)
      await tx
        .insertInto('redirects')
        .values(rule)
        .onConflict((conflict) => conflict.column('from_path').doUpdateSet(rule))
        .execute()
    if (added.length > 0) await noteChange(tx, ['redirects'])
    return added
  })
}

/** Removes a rule and returns it. @throws 404 without such a rule. */
export const removeRedirect = (db: Db | Tx, from: string): Promise<RedirectRule> =>
  inTransaction(db, async (tx) => {
    const removed = await tx
      .deleteFrom('redirects')
      .where('from_path', 'in', [from, plainPath(from)])
      .returning(['from_path', 'to_path', 'code', 'is_external', 'match'])
      .executeTakeFirst()
    if (!removed) throw notFound(`No redirect from ${from}`)
    await noteChange(tx, ['redirects'])
    return removed
  })

type Query = ListQuery<'from_path' | 'id' | 'hits'>

/** A page of the rules; `q` finds a part of either address. */
export async function listRedirects(db: Db, query: Query): Promise<{ rows: RedirectRow[]; total: number }> {
  const { q, sort } = query
  const found = db
    .selectFrom('redirects')
    .$if(Boolean(q), (rules) =>
      rules.where((eb) =>
        eb.or([eb('from_path', 'ilike', containing(q ?? '')), eb('to_path', 'ilike', containing(q ?? ''))]),
      ),
    )
  const { rows, total } = await listPage(found, query, {
    column: sort,
    id: 'id',
    select: (rules) => rules.select(['id', 'from_path', 'to_path', 'match', 'code', 'hits', 'last_hit_at']),
  })
  return {
    rows: rows.map((row) => ({
      ...row,
      hits: Number(row.hits),
      last_hit_at: row.last_hit_at?.toISOString() ?? null,
    })),
    total,
  }
}

export async function readRedirect(db: Db | Tx, id: number): Promise<RedirectValues | undefined> {
  const rule = await db
    .selectFrom('redirects')
    .select(['from_path', 'to_path', 'match', 'code'])
    .where('id', '=', id)
    .executeTakeFirst()
  return rule as RedirectValues | undefined
}

/** @throws 422 at the address that is invalid, or that leads to another rule or itself. */
export async function createRedirect(tx: Tx, values: RedirectValues, shop: Shop): Promise<number> {
  const rule = await checkedRule(tx, values, { id: 0, shop })
  const { id } = await tx.insertInto('redirects').values(rule).returning('id').executeTakeFirstOrThrow()
  await noteChange(tx, ['redirects'])
  return id
}

/** @throws 422 as `createRedirect`. */
export async function updateRedirect(
  tx: Tx,
  id: number,
  values: RedirectValues,
  _before: RedirectValues,
  shop: Shop,
): Promise<void> {
  const rule = await checkedRule(tx, values, { id, shop })
  await tx.updateTable('redirects').set(rule).where('id', '=', id).execute()
  await noteChange(tx, ['redirects'])
}

export async function deleteRedirect(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('redirects').where('id', '=', id).execute()
  await noteChange(tx, ['redirects'])
}

async function checkedRule(
  tx: Tx,
  values: RedirectValues,
  { id, shop }: { id: number; shop: Shop },
): Promise<RedirectRule> {
  await lockRules(tx)
  const rule = ruleOf(values, shop)
  const stored = await tx
    .selectFrom('redirects')
    .select(['id', 'from_path', 'to_path', 'code', 'is_external', 'match'])
    .where('id', '<>', id)
    .execute()
  if (stored.some(({ from_path }) => from_path === rule.from_path))
    throw invalid({ 'values.from_path': ['There is a redirect from this address already'] })
  const problems = addressProblems(rule)
  const chains = problems.length > 0 ? [] : chainProblems(rule, [...stored, rule])
  const [first] = [...problems, ...chains]
  if (!first) return rule
  const isOfSource = first.includes(rule.from_path) && !first.includes(rule.to_path)
  throw invalid({ [isOfSource ? 'values.from_path' : 'values.to_path']: [first] })
}

/** Two writers at once could each add half of a loop. */
const lockRules = (tx: Tx) => tx.selectFrom('redirects').select('id').orderBy('id').forUpdate().execute()

function ruleOf(
  { from_path, to_path: to, code = 301, match = 'exact' }: RedirectInput,
  shop: Shop,
): RedirectRule {
  const to_path = withoutOrigin(to, shop)
  return { from_path: plainPath(from_path), to_path, code, match, is_external: !to_path.startsWith('/') }
}

/** The path of a full address of this shop; every other target as it is. */
function withoutOrigin(to: string, { config: { storeUrl } }: Shop) {
  if (!/^https?:\/\//i.test(to) || !URL.canParse(to)) return to
  const { host, username, password, pathname, search, hash } = new URL(to)
  const isOwn = host === new URL(storeUrl).host && username === '' && password === ''
  return isOwn ? pathname + search + hash : to
}

function addressProblems({ from_path, to_path, code, is_external }: RedirectRule): string[] {
  const first = `/${from_path.split('/')[1]}`
  return [
    ...(/^\/(?!\/)[^\s\\?#]*$/.test(from_path)
      ? []
      : [`"${from_path}" is not a path of the shop, such as /old, without a query`]),
    ...(from_path.endsWith('/*')
      ? [
          `"${from_path}" has a *, which is no wildcard: use ${wildcardBase(from_path)} with everything below it (--prefix)`,
        ]
      : []),
    ...(reserved.includes(first) ? [`Addresses under ${first} cannot be redirected`] : []),
    ...(isTarget(to_path, is_external)
      ? []
      : [`"${to_path}" is neither a path of the shop nor an address with https:// or http://`]),
    ...(from_path.length > MAX_LENGTH || to_path.length > MAX_LENGTH
      ? [`Addresses have at most ${MAX_LENGTH} characters`]
      : []),
    ...(codes.includes(code) ? [] : [`The code is one of ${codes.join(', ')}`]),
  ]
}

const wildcardBase = (from: string) => from.slice(0, -'/*'.length) || '/'

function isTarget(to: string, isExternal: boolean) {
  if (/[\s\\]/.test(to)) return false
  if (!isExternal) return !to.startsWith('//')
  if (!/^https?:\/\//.test(to) || !URL.canParse(to)) return false
  const { username, password } = new URL(to)
  return username === '' && password === ''
}

/** A redirect to a redirect costs the visitor a request each time, and search engines follow only some. */
function chainProblems(rule: RedirectRule, all: readonly RedirectRule[]): string[] {
  const target = pathOf(rule)
  if (target !== undefined && covers(rule, target)) return [`${rule.from_path} would lead to itself`]
  return all.flatMap((other) => {
    if (other === rule) return []
    if (leadsTo(rule, other))
      return [`${rule.to_path} is itself redirected to ${other.to_path}: use that as the target`]
    if (leadsTo(other, rule))
      return [`${other.from_path} leads to ${other.to_path}: change that redirect first`]
    return []
  })
}

/** Whether a visitor who follows the first rule meets the second; a prefix also leads to everything below its target. */
function leadsTo(rule: RedirectRule, other: RedirectRule): boolean {
  const target = pathOf(rule)
  if (target === undefined) return false
  const isBelow = rule.match === 'prefix' && covers({ from_path: target, match: 'prefix' }, other.from_path)
  return isBelow || covers(other, target)
}

/** The path that a rule leads to; undefined outside the shop. */
function pathOf({ to_path, is_external }: RedirectRule): string | undefined {
  if (is_external || !URL.canParse(to_path, 'http://shop.invalid')) return undefined
  return new URL(to_path, 'http://shop.invalid').pathname
}
