import type { Endpoint } from '#contract/define-endpoints.ts'
import { blogPostEndpoints } from './blog-posts.ts'
import { blogAuthorEndpoints, blogCategoryEndpoints, blogTagEndpoints } from './blog-structure.ts'
import { faqAdminEndpoints } from './faqs.ts'
import { formAdminEndpoints } from './forms.ts'
import { mediaEndpoints } from './media.ts'
import { menuEndpoints } from './menus.ts'
import { adminPagesEndpoints } from './pages.ts'
import type { contentRoutes } from './routes.ts'
import { sliderEndpoints } from './sliders.ts'
import { submissionEndpoints } from './submissions.ts'
import { videoEndpoints } from './videos.ts'

/** The back office's content endpoints with their schemas. */
export const contentEndpoints = {
  adminPages: adminPagesEndpoints,
  adminBlogPosts: blogPostEndpoints,
  adminMedia: mediaEndpoints,
  adminVideos: videoEndpoints,
  adminSubmissions: submissionEndpoints,
  adminMenus: menuEndpoints,
  adminFaqs: faqAdminEndpoints,
  adminForms: formAdminEndpoints,
  adminSliders: sliderEndpoints,
  adminBlogAuthors: blogAuthorEndpoints,
  adminBlogCategories: blogCategoryEndpoints,
  adminBlogTags: blogTagEndpoints,
} satisfies Record<keyof typeof contentRoutes, Record<string, Endpoint>>
