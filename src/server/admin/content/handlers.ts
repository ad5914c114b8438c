import { blogPostEndpoints } from '#contract/admin/content/blog-posts.ts'
import {
  blogAuthorEndpoints,
  blogCategoryEndpoints,
  blogTagEndpoints,
} from '#contract/admin/content/blog-structure.ts'
import type { contentEndpoints } from '#contract/admin/content/endpoints.ts'
import { faqAdminEndpoints } from '#contract/admin/content/faqs.ts'
import { formAdminEndpoints } from '#contract/admin/content/forms.ts'
import { menuEndpoints } from '#contract/admin/content/menus.ts'
import { sliderEndpoints } from '#contract/admin/content/sliders.ts'
import {
  createBlogAuthor,
  createBlogCategory,
  createBlogTag,
  listBlogAuthors,
  listBlogCategories,
  listBlogTags,
  readBlogAuthor,
  readBlogCategory,
  readBlogTag,
  removeBlogAuthor,
  removeBlogCategory,
  removeBlogTag,
  updateBlogAuthor,
  updateBlogCategory,
  updateBlogTag,
} from '#server/content/blog/editing/blog-structure.ts'
import {
  createPost,
  listPostRecords,
  readPostValues,
  removePost,
  updatePost,
} from '#server/content/blog/editing/manage-posts.ts'
import {
  createFaq,
  listFaqs,
  readFaqValues,
  removeFaq,
  updateFaq,
} from '#server/content/pages/editing/faqs.ts'
import {
  createForm,
  listForms,
  readFormValues,
  removeForm,
  updateForm,
} from '#server/content/pages/editing/forms.ts'
import {
  createMenu,
  listMenus,
  readMenuValues,
  removeMenu,
  updateMenu,
} from '#server/content/pages/editing/menus.ts'
import {
  createSlider,
  listSliders,
  readSliderValues,
  removeSlider,
  updateSlider,
} from '#server/content/pages/editing/sliders.ts'
import type { Handlers } from '#server/platform/kernel/handlers.ts'
import { resourceHandlers } from '../resource-handlers.ts'
import { mediaHandlers } from './media-handlers.ts'
import { adminPagesHandlers } from './page-handlers.ts'
import { submissionHandlers } from './submission-handlers.ts'
import { videoHandlers } from './video-handlers.ts'

type Endpoints = typeof contentEndpoints

export const contentAdminHandlers: { [Group in keyof Endpoints]: Handlers<Endpoints[Group]> } = {
  adminPages: adminPagesHandlers,
  adminBlogPosts: resourceHandlers(blogPostEndpoints, {
    type: 'blog_post',
    label: 'Blog post',
    list: listPostRecords,
    read: readPostValues,
    create: createPost,
    update: updatePost,
    remove: removePost,
  }),
  adminMedia: mediaHandlers,
  adminVideos: videoHandlers,
  adminSubmissions: submissionHandlers,
  adminMenus: resourceHandlers(menuEndpoints, {
    type: 'menu',
    label: 'Menu',
    list: listMenus,
    read: readMenuValues,
    create: createMenu,
    update: updateMenu,
    remove: removeMenu,
  }),
  adminFaqs: resourceHandlers(faqAdminEndpoints, {
    type: 'faq',
    label: 'FAQ',
    list: listFaqs,
    read: readFaqValues,
    create: createFaq,
    update: updateFaq,
    remove: removeFaq,
  }),
  adminForms: resourceHandlers(formAdminEndpoints, {
    type: 'form',
    label: 'Form',
    list: listForms,
    read: readFormValues,
    create: createForm,
    update: updateForm,
    remove: removeForm,
  }),
  adminSliders: resourceHandlers(sliderEndpoints, {
    type: 'slider',
    label: 'Slider',
    list: listSliders,
    read: readSliderValues,
    create: createSlider,
    update: updateSlider,
    remove: removeSlider,
  }),
  adminBlogAuthors: resourceHandlers(blogAuthorEndpoints, {
    type: 'blog_author',
    label: 'Author',
    list: listBlogAuthors,
    read: readBlogAuthor,
    create: createBlogAuthor,
    update: updateBlogAuthor,
    remove: removeBlogAuthor,
  }),
  adminBlogCategories: resourceHandlers(blogCategoryEndpoints, {
    type: 'blog_category',
    label: 'Category',
    list: listBlogCategories,
    read: readBlogCategory,
    create: createBlogCategory,
    update: updateBlogCategory,
    remove: removeBlogCategory,
  }),
  adminBlogTags: resourceHandlers(blogTagEndpoints, {
    type: 'blog_tag',
    label: 'Tag',
    list: listBlogTags,
    read: readBlogTag,
    create: createBlogTag,
    update: updateBlogTag,
    remove: removeBlogTag,
  }),
}
