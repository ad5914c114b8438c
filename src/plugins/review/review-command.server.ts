import { commandLineActor } from '#server/platform/audit/audit-log.ts'
import type { PluginCommand } from '#server/platform/kernel/plugin.ts'
import { reviewStatuses } from './contract.ts'
import { publishReview, readReviews, rejectReview, replyToReview } from './moderate.server.ts'

const USAGE = `Usage:
  review list [pending|published|rejected]   the oldest 50 reviews; pending ones by default
  review publish ID
  review reject ID
  review reply ID TEXT                       the shop's reply; an empty text deletes it`

/** `vitrine review …`: may run next to a running shop. */
export const reviewCommand: PluginCommand = {
  about: 'moderate reviews: review list | publish ID | reject ID | reply ID TEXT',
  async run({ print, ...services }, [verb, first, ...rest]) {
    const by = { actor: commandLineActor() }
    const id = /^[1-9]\d{0,8}$/.test(first ?? '') ? Number(first) : undefined
    if (verb === 'list' && rest.length === 0 && (first === undefined || isStatus(first))) {
      for (const line of (await readReviews(services, { status: first ?? 'pending' })).flatMap(linesOf))
        print(line)
      return 0
    }
    if (verb === 'publish' && id !== undefined && rest.length === 0) {
      await publishReview(services, id, by)
      print(`Review ${id} is published.`)
      return 0
    }
    if (verb === 'reject' && id !== undefined && rest.length === 0) {
      await rejectReview(services, id, by)
      print(`Review ${id} is rejected.`)
      return 0
    }
    if (verb === 'reply' && id !== undefined && rest.length > 0) {
      await replyToReview(services, id, rest.join(' ').slice(0, 2_000), by)
      print(`The reply to review ${id} is saved.`)
      return 0
    }
    print(USAGE)
    return 2
  },
}

const isStatus = (text: string) => reviewStatuses.some((one) => one === text)

type Row = Awaited<ReturnType<typeof readReviews>>[number]

const linesOf = ({ id, status, created_at, rating, product, author, fields, photos, reply }: Row) => [
  `${id}  ${status}  ${created_at.toISOString()}  ${rating}/5  ${product}  by ${author}`,
  ...Object.entries(fields).map(([name, text]) => `  ${name}: ${text.replaceAll('\n', '\n    ')}`),
  ...photos.map((path) => `  photo: ${path}`),
  ...(reply === null ? [] : [`  reply: ${reply}`]),
]
