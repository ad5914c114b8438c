import { prepared } from '../db/prepared.ts'
import { release } from '../db/release.ts'
import { readJobCounts, readJobTroubles } from '../jobs/read-job-counts.ts'
import type { Services } from '../kernel/context.ts'
import { shownConfiguration } from './shown-configuration.ts'

const startedAt = new Date()

/** What `vitrine doctor` prints, for the back office. */
export async function readSystem({ db, config }: Pick<Services, 'db' | 'config'>) {
  const [jobs, troubles, outbox, version] = await Promise.all([
    readJobCounts(db),
    readJobTroubles(db),
    outboxCounts.all(db),
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
    configuration: shownConfiguration(config),
  }
}

const outboxCounts = prepared<{ channel: string; status: string; count: number }>(
  'outbox counts',
  `select channel, case when sent_at is not null then 'sent' when given_up_at is not null then 'given up'
      when attempts > 0 then 'retrying' else 'waiting' end as status, count(*)::integer as count
  from outbox group by 1, 2 order by 1, 2`,
)

const databaseVersion = prepared<{ version: string }>(
  'database version',
  `select current_setting('server_version') as version`,
)
