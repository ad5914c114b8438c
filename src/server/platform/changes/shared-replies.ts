import type { Services } from '../kernel/context.ts'
import type { ShareReply } from '../kernel/pipeline.ts'
import { createMemory } from './remember.ts'

/** A minute: the parts of a reply may be older, and a page with it is kept for as long as those. */
const MAX_AGE_MS = 60_000

const replies = createMemory({ max: 1_000, maxAgeMs: MAX_AGE_MS })

/** Replies of endpoints with `isShared`, for pages for everyone: each is kept until one of its tags changes. ADR 0023. */
export const shareReplies =
  (services: Pick<Services, 'changes'>): ShareReply =>
  (key, tagsOf, load) =>
    replies.remember(services, key, tagsOf, load)
