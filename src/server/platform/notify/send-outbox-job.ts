import type { Config } from '../config/config.ts'
import { prepared } from '../db/prepared.ts'
import { defineJob, type JobServices } from '../jobs/job.ts'
import { sendOutbox, type Transports } from './send-outbox.ts'

type Services = JobServices & { config: Pick<Config, 'mail' | 'sms'>; transports: Transports }

const channelsOf = ({ mail, sms }: Services['config']) => [...(mail ? ['mail'] : []), ...(sms ? ['sms'] : [])]

/**
 * Runs every 2 seconds, because a customer may be waiting for a code. Messages are queued in their event's
 * transaction.
 */
export const sendOutboxJob = defineJob<Services>({
  name: 'send-outbox',
  schedule: {
    every: 2,
    when: async ({ db, config }) => {
      const channels = channelsOf(config)
      return channels.length > 0 && (await isAnyDue.first(db, channels)) !== undefined
    },
  },
  lanes: 2,
  isUrgent: true,
  run: async (_, context) => void (await sendOutbox(context)),
})

const isAnyDue = prepared(
  'find due message',
  `select from outbox where sent_at is null and given_up_at is null and next_attempt_at <= now() and channel = any($1::text[])
  limit 1`,
)
