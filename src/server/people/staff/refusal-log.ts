import { actorOf, writeAudit } from '#server/platform/audit/audit-log.ts'
import type { Refusal, RefusalLog, Services } from '#server/platform/kernel/context.ts'
import { createFloodLimit } from '#server/platform/limits/flood-limit.ts'
import { addressKey } from '#server/platform/limits/rate-limit.ts'

const lineLimits = { ofAddress: { most: 60, seconds: 60 }, all: { most: 600, seconds: 60 } }

/** Entries an hour and process: a client in a loop must not fill the audit log, which keeps everything for two years. */
const entryLimits = { ofCaller: 20, all: 300 }
const HOUR = 3_600_000

/** Security §20; ADR 0015. */
export function createRefusalLog(
  { db, log }: Pick<Services, 'db' | 'log'>,
  now = () => Date.now(),
): RefusalLog {
  const linesOfAddress = createFloodLimit(lineLimits.ofAddress, now)
  const lines = createFloodLimit(lineLimits.all, now)
  // Callers without a session cannot use up what is stored of staff and API keys.
  const entriesOfStaff = createEntryLimit(now)
  const entriesOfOthers = createEntryLimit(now)

  return {
    async note({ visitor, call, code, audit }) {
      const { staff, customerId, ip } = visitor
      const address = addressKey(ip)
      if (lines.take('') === undefined && linesOfAddress.take(address) === undefined)
        log.warn(
          { call, code, ip, ...idsOf(staff), ...(customerId !== null && { customer: customerId }) },
          'access refused',
        )
      if (!audit) return
      const { actor, isOnceAnHour, ...change } = audit
      const caller = staff ? `${staff.id} ${staff.apiKey?.id}` : address
      const kind = isOnceAnHour ? `${audit.action} ${audit.record.id}` : undefined
      if (!(staff ? entriesOfStaff : entriesOfOthers)(caller, kind)) return
      try {
        await writeAudit(db, actorOf(visitor, actor), change)
      } catch (error) {
        log.error({ err: error }, 'a refusal could not be recorded')
      }
    },
  }
}

const idsOf = (staff: Refusal['visitor']['staff']) =>
  staff ? { staff: staff.id, ...(staff.apiKey && { api_key: staff.apiKey.id }) } : {}

/** Lets entries through within both limits, one of the same kind once an hour. Its memory is bounded by the same limits. */
function createEntryLimit(now: () => number) {
  let startedAt = now()
  let count = 0
  const seen = new Set<string>()
  const counts = new Map<string, number>()
  return (caller: string, kind: string | undefined): boolean => {
    if (now() - startedAt >= HOUR) {
      startedAt = now()
      count = 0
      seen.clear()
      counts.clear()
    }
    const ofCaller = counts.get(caller) ?? 0
    if (count >= entryLimits.all || ofCaller >= entryLimits.ofCaller) return false
    if (kind !== undefined && seen.has(`${caller} ${kind}`)) return false
    count += 1
    counts.set(caller, ofCaller + 1)
    if (kind !== undefined) seen.add(`${caller} ${kind}`)
    return true
  }
}
