import { PostGrid } from '#features/blog/post-grid.tsx'
import { Band } from '#sections/band.tsx'
import type { SectionProps } from '#sections/section.ts'
import type { load, settings } from './schema.ts'

/** The newest posts of the blog. */
export default function BlogTeaser({
  settings: { title, cta },
  data: { posts },
}: SectionProps<typeof settings, typeof load>) {
  if (posts.length === 0) return null
  return (
    <Band title={title} cta={cta}>
      <PostGrid posts={posts} level={title ? 'h3' : 'h2'} isRail />
    </Band>
  )
}
