import { release } from '#server/platform/db/migration-files.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { readJobCounts, readJobTroubles } from '#server/platform/jobs/read-job-counts.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { cdnInForce, cdns } from '#server/shop/cdn/cdns.ts'
import { readPurges } from '../cdn/purge-cdn.ts'
import { shownConfiguration } from './shown-configuration.ts'

const startedAt = new Date()

/** What `vitrine doctor` prints, for the back office. */
export async function readSystem({ db, config }: Pick<Services, 'db' | 'config'>) {
  const [jobs, troubles, outbox, purges, version] = await Promise.all([
    readJobCounts(db),
    readJobTroubles(db),
    outboxCounts.all(db),
    config.cdn && readPurges.first(db),
    databaseVersion.first(db),
  ])
  return {
    release,
    node: process.version,
    database: version?.version ?? '',
    started_at: startedAt.toISOString(),
    jobs: jobs ?? null,
    troubles: troubles.map(({ last_at, ...trouble }) => ({ ...trouble, last_at: last_at.toISOString() })),
    outbox,
    shared_cache: shownPurges(config, purges),
    configuration: shownConfiguration(config),
  }
}

type Purges = Awaited<ReturnType<typeof readPurges.first>>

/** The cache that `CDN` names; null without one. */
function shownPurges(config: Services['config'], purges: Purges | '' | undefined) {
  if (!config.cdn || !purges) return null
  const { behind_seconds, problem, purged_at } = purges
  return {
    name: cdns.find(({ code }) => code === config.cdn)?.name ?? '',
    has_keys: cdnInForce(config) !== undefined,
    behind_seconds: Math.round(behind_seconds),
    problem,
    purged_at: purged_at?.toISOString() ?? null,
  }
}

/** Sent messages are counted from an index of theirs; the others are few, and have indexes too. */
const outboxCounts = prepared<{ channel: string; status: string; count: number }>(
  'outbox counts',
  `select channel, 'sent' as status, count(*)::integer as count from outbox where sent_at is not null group by channel
  union all
  select channel, 'given up', count(*)::integer from outbox where given_up_at is not null group by channel
  union all
  select channel, case when attempts > 0 then 'retrying' else 'waiting' end, count(*)::integer
  from outbox where sent_at is null and given_up_at is null group by 1, 2 order by 1, 2`,
)

const databaseVersion = prepared<{ version: string }>(
  'database version',
  `select current_setting('server_version') as version`,
)
