import { setTimeout as sleep } from 'node:timers/promises'
import { groupPricesTag } from '#server/catalog/products/member-prices.ts'
import { isOpenToAll } from '#server/content/storefront/store-lock.ts'
import { readStoreStatus } from '#server/content/storefront/store-status.ts'
import { everything } from '#server/platform/changes/change-feed.ts'
import type { Config } from '#server/platform/config/config.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import type { Db, Services } from '#server/platform/kernel/context.ts'
import { buildTag, everyFile, everyPage, isFileTag } from '#server/shop/cdn/cache-tags.ts'
import { type CdnDescriptor, CdnError, cdnInForce } from '#server/shop/cdn/cdns.ts'
import { channelsTag } from '#server/shop/channels/channel-selection.ts'

type PurgeServices = Pick<Services, 'db' | 'config' | 'log'>

/**
 * Seconds after which a purge is repeated. A process whose feed is late, or that was rendering during the change, sends a page from before
 * it, which the cache then keeps: feeds are at most eight polls behind, and a page is rendered within ten seconds.
 */
const REPEATS = [0.3, 2, 20]
/** A repetition that is due so soon is waited for. */
const SOON_SECONDS = 0.5
const LOOK_AGAIN_MS = 50
/** Processes of the build before answer until a rollout ends. */
const BUILD_REPEATS = [0, 60, 600]
const MAX_RETRY_SECONDS = 60
/** More changes than any purge names: then everything is dropped. */
const MAX_TAGS = 5_000

/** Copies with these may not even be shown while no host answers: the shop may be locked, or an address may be another page now. */
const hardTags: ReadonlySet<string> = new Set([
  'storefront',
  'settings',
  'redirects',
  channelsTag,
  groupPricesTag,
  everyPage,
  everyFile,
])
/** After these an address without a page may have one, and the reverse. */
const addressTags: ReadonlySet<string> = new Set(['redirects', channelsTag, groupPricesTag, everything])

/**
 * Drops from the shared cache what changed since the last purge, by the change log: once for each change, whatever the number of
 * processes. A failure is noted and tried again later with all changes since. Returns how many purges succeeded. ADR 0014.
 */
export async function purgeCdn(
  { db, config, log }: PurgeServices,
  { signal, soonSeconds = SOON_SECONDS }: { signal?: AbortSignal; soonSeconds?: number } = {},
): Promise<number> {
  const found = cdnInForce(config)
  if (!found) return 0
  const { descriptor, keys } = found
  for (let done = 0; ; ) {
    const due = await isDue.first(db, descriptor.code, soonSeconds)
    if (signal?.aborted || !due?.is_soon) return done
    if (!due.due) {
      await sleep(LOOK_AGAIN_MS)
      continue
    }
    const work = await readWork.first(db, descriptor.code)
    if (!work) throw new Error('cdn_purges is empty')
    try {
      const changed = await withLock(db, work)
      await drop(descriptor, keys, [...changed.tags, ...work.repeated])
      const repeats = changed.tags.length > 0 ? REPEATS : []
      await noteSuccess.all(
        db,
        descriptor.code,
        work.epoch,
        work.snapshot,
        work.read_at,
        changed.isLocked,
        repeats,
        [...new Set(changed.tags)],
      )
      done += 1
    } catch (error) {
      if (!(error instanceof CdnError)) throw error
      log.warn(
        { cdn: descriptor.code, cause: error.message },
        'the shared cache could not be purged, will be retried',
      )
      const { retrySeconds = MAX_RETRY_SECONDS } = descriptor.limits
      await noteFailure.all(db, error.message, error.retryAfterSeconds ?? null, retrySeconds)
      return done
    }
  }
}

/** The changed tags; all pages and files too when the shop was opened or locked, or when it is unknown what changed. */
async function withLock(db: Db, { is_complete, changed, is_locked }: Work) {
  const isKnown = is_complete && changed.length <= MAX_TAGS
  const tags = isKnown ? changed : [everything]
  const mayBeLocked = tags.some((tag) => tag === 'storefront' || tag === 'settings' || tag === everything)
  const isLocked = mayBeLocked ? !isOpenToAll(await readStoreStatus(db)) : is_locked
  const isEverything = tags.includes(everything) || isLocked !== is_locked
  if (isEverything) return { isLocked, tags: [everyPage, everyFile] }
  return {
    isLocked,
    tags: tags.some((tag) => addressTags.has(tag)) ? [everyPage, ...tags.filter(isFileTag)] : tags,
  }
}

/** Purges these tags, in as many calls as the cache wants. @throws CdnError */
async function drop(descriptor: CdnDescriptor, keys: unknown, tags: readonly string[]): Promise<void> {
  const { tagsPerCall, calls } = descriptor.limits
  const all = [...new Set(tags)]
  const few =
    all.length <= tagsPerCall * calls ? all : [everyPage, ...(all.some(isFileTag) ? [everyFile] : [])]
  for (const isHard of [true, false]) {
    const own = few.filter((tag) => (hardTags.has(tag) || isFileTag(tag)) === isHard)
    const sent = [...new Set(own.map(descriptor.tagOf))].toSorted()
    for (let at = 0; at < sent.length; at += tagsPerCall)
      await descriptor.purge(keys, sent.slice(at, at + tagsPerCall), { isHard })
  }
}

/** Purges these tags soon, besides what the change log says: of products that the catalog index of a process has applied late. */
export async function repeatPurge(
  { db, config }: Pick<Services, 'db' | 'config'>,
  tags: readonly string[],
): Promise<void> {
  if (config.cdn) await addRepeats.all(db, [0, ...REPEATS], tags)
}

/** Drops the pages of the build before, when a process with a new build has started; each such process repeats it. */
export async function purgeFormerBuild(
  { db, config }: Pick<Services, 'db' | 'config'>,
  build: string,
): Promise<void> {
  if (!config.cdn || build === '') return
  const former = (await noteBuild.first(db, build))?.former_build
  if (former) await addRepeats.all(db, BUILD_REPEATS, [buildTag(former)])
}

const relevant = `l.tag not like 'prices-of:%' and l.tag <> 'service-keys'`
const unread = `l.xid >= pg_snapshot_xmin(nullif(p.snapshot, '')::pg_snapshot)
  and not pg_visible_in_snapshot(l.xid, nullif(p.snapshot, '')::pg_snapshot)`

const isRepeated = `exists (select from jsonb_array_elements(p.repeats) r where (r->>'at')::timestamptz <= now()`

/** `is_soon`: due now, or within so many seconds. */
const isDue = prepared<{ due: boolean; is_soon: boolean }>(
  'shared cache is due',
  `select may_retry and is_due as due, may_retry and (is_due or is_repeated_soon) as is_soon from (
    select p.retry_at is null or p.retry_at <= now() as may_retry,
      p.cdn <> $1::text or p.epoch is distinct from s.epoch or p.snapshot = '' or ${isRepeated})
      or exists (select from change_log l where ${unread} and ${relevant}) as is_due,
      ${isRepeated} + make_interval(secs => $2::float8)) as is_repeated_soon
    from cdn_purges p, change_log_state s
  ) state`,
)

/** Whether there is anything to purge: asked once a second and after each change, and answered from an index. */
export const isPurgeDue = async ({ db, config }: { db: Db; config: Pick<Config, 'cdn' | 'companyKeys'> }) => {
  const found = cdnInForce(config)
  return found !== undefined && (await isDue.first(db, found.descriptor.code, 0))?.due === true
}

type Work = {
  epoch: string
  snapshot: string
  read_at: string
  is_complete: boolean
  is_locked: boolean
  changed: string[]
  repeated: string[]
}

const readWork = prepared<Work>(
  'read what to purge',
  `with state as materialized (
    select p.*, s.epoch as present_epoch, s.pruned_xid, pg_current_snapshot() as present,
      coalesce(p.epoch = s.epoch and p.snapshot <> '' and p.cdn = $1::text, false) as is_known
    from cdn_purges p, change_log_state s
  )
  select present_epoch::text as epoch, present::text as snapshot, now()::text as read_at, is_locked,
    is_known and pruned_xid < pg_snapshot_xmin(nullif(snapshot, '')::pg_snapshot) as is_complete,
    array(select distinct l.tag from change_log l, state p
      where p.is_known and ${unread} and pg_visible_in_snapshot(l.xid, p.present) and ${relevant}
      limit ${MAX_TAGS + 1}) as changed,
    array(select distinct t from state p, jsonb_array_elements(p.repeats) r, jsonb_array_elements_text(r->'tags') t
      where (r->>'at')::timestamptz <= now()) as repeated
  from state`,
)

const noteSuccess = prepared(
  'note purge of shared cache',
  `update cdn_purges set cdn = $1::text, epoch = $2::uuid, snapshot = $3::text, is_locked = $5::boolean, purged_at = now(),
    problem = null, retry_at = null, failed_in_turn = 0,
    repeats = (
      select coalesce(jsonb_agg(r), '[]') from (
        select r from jsonb_array_elements(repeats) r where (r->>'at')::timestamptz > $4::timestamptz
        union all
        select jsonb_build_object('at', now() + make_interval(secs => after), 'tags', to_jsonb($7::text[]))
        from unnest($6::float8[]) after
      ) coming
    )`,
)

/** A second after the first failure, then two, four and so on. */
const noteFailure = prepared(
  'note failed purge of shared cache',
  `update cdn_purges set failures = failures + 1, failed_in_turn = failed_in_turn + 1, problem = $1::text,
    retry_at = now() + make_interval(secs => greatest($2::float8, least($3::float8, power(2, least(failed_in_turn, 10)))))`,
)

const addRepeats = prepared(
  'add purges of shared cache',
  `update cdn_purges set repeats = repeats || (
    select jsonb_agg(jsonb_build_object('at', now() + make_interval(secs => after), 'tags', to_jsonb($2::text[])))
    from unnest($1::float8[]) after
  )`,
)

const noteBuild = prepared<{ former_build: string }>(
  'note build of pages',
  `update cdn_purges set former_build = case when build <> $1::text then build else former_build end, build = $1::text
  returning former_build`,
)

/** What operators read: `behind_seconds` since the oldest change that was not purged, 0 when all were. */
export const readPurges = prepared<{
  cdn: string
  behind_seconds: number
  failures: number
  problem: string | null
  purged_at: Date | null
}>(
  'read purges of shared cache',
  `select p.cdn, p.failures::float8 as failures, p.problem, p.purged_at,
    coalesce(extract(epoch from now() - (
      select min(l.at) from change_log l where ${unread} and ${relevant}
    )), 0)::float8 as behind_seconds
  from cdn_purges p`,
)

/** Urgent: a shopper sees the old price until then. */
export const purgeCdnJob = defineJob<Services>({
  name: 'purge-shared-cache',
  isUrgent: true,
  schedule: { every: 1, isOnChange: true, when: isPurgeDue },
  isEnabled: ({ config }) => config.cdn !== undefined,
  async run(_payload, services) {
    await purgeCdn(services, { signal: services.signal })
  },
})
