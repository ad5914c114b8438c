/** When a product is published and hidden. ADR 0029. */
export type ProductSchedule = {
  is_published: boolean
  /** In the future of a draft: then it is published. */
  publish_at: Date | null
  /** In the future of a published or scheduled product: then it is a draft again. */
  unpublish_at: Date | null
}

/** What a schedule is at a moment: times that have passed have taken effect, and those without effect are removed. */
export function scheduleAt(schedule: ProductSchedule, now: Date): ProductSchedule {
  const isDue = (at: Date | null) => at !== null && at <= now
  const { publish_at, unpublish_at } = schedule
  const isScheduled = publish_at !== null && !isDue(publish_at)
  if (isDue(unpublish_at))
    return { is_published: false, publish_at: isScheduled ? publish_at : null, unpublish_at: null }
  if (isScheduled) return { is_published: false, publish_at, unpublish_at }
  const is_published = schedule.is_published || isDue(publish_at)
  return { is_published, publish_at: null, unpublish_at: is_published ? unpublish_at : null }
}

/** Whether a product would be hidden before it is published. */
export const isReversed = ({ publish_at, unpublish_at }: Omit<ProductSchedule, 'is_published'>): boolean =>
  publish_at !== null && unpublish_at !== null && unpublish_at <= publish_at

export const publicationStates = ['published', 'scheduled', 'draft', 'archived'] as const
export type PublicationState = (typeof publicationStates)[number]

export function publicationStateOf({
  is_published,
  publish_at,
  archived_at = null,
}: {
  is_published: boolean
  publish_at: unknown
  archived_at?: unknown
}): PublicationState {
  if (archived_at !== null) return 'archived'
  return is_published ? 'published' : publish_at === null ? 'draft' : 'scheduled'
}
