import { inBatches } from '#server/platform/jobs/in-batches.ts'
import { defineJob, type Job, type JobServices } from '#server/platform/jobs/job.ts'
import { type RetentionConfig, type RetentionRule, retentionRules } from './retention-rules.ts'

export type RetentionServices = JobServices & { config: RetentionConfig; signal?: AbortSignal }

/**
 * Deletes, in batches, the rows that a rule no longer keeps. Any number of processes may run it.
 * @returns how many rows.
 */
export const applyRetention = (
  services: RetentionServices,
  { keep, statement }: RetentionRule,
): Promise<number> => inBatches(services, statement, ...(keep ? [keep(services.config)] : []))

/** One job per rule, every hour, so that a failing table does not stop the others. ADR 0010. */
export const retentionJobs: readonly Job<JobServices & { config: RetentionConfig }>[] = retentionRules.map(
  (rule) =>
    defineJob<JobServices & { config: RetentionConfig }>({
      name: `retention-${rule.name}`,
      schedule: { every: 3_600 },
      async run(_, context) {
        const rows = await applyRetention(context, rule)
        if (rows > 0) context.log.info({ rows, rule: rule.name }, 'retention: rows deleted or shortened')
      },
    }),
)
