import type { blogEndpoints } from '#contract/blog.ts'
import type { Handlers } from '#server/platform/kernel/handlers.ts'
import { listPosts } from './list-posts.ts'
import { readPost } from './read-post.ts'
import { BLOG_TAG } from './visible-posts.ts'

export const blogHandlers: Handlers<typeof blogEndpoints> = {
  list(input, { db, tag }) {
    tag(BLOG_TAG)
    return listPosts(db, input)
  },

  post({ slug }, call) {
    call.tag(BLOG_TAG)
    return readPost(call.db, slug, call)
  },
}
