import { resourceRoutes } from '../resource-routes.ts'

/** Method and path of the back office's content endpoints, by group. Without zod, like `admin/routes.ts`. */
export const contentRoutes = {
  adminPages: {
    list: 'GET /api/admin/pages',
    sectionTypes: 'GET /api/admin/pages/section-types',
    get: 'GET /api/admin/pages/:id',
    create: 'POST /api/admin/pages',
    saveDraft: 'PUT /api/admin/pages/:id/draft',
    discardDraft: 'POST /api/admin/pages/:id/discard-draft',
    publish: 'POST /api/admin/pages/:id/publish',
    unschedule: 'POST /api/admin/pages/:id/unschedule',
    versions: 'GET /api/admin/pages/:id/versions',
    version: 'GET /api/admin/pages/:id/versions/:number',
    restore: 'POST /api/admin/pages/:id/restore',
    remove: 'POST /api/admin/pages/:id/remove',
    previewToken: 'POST /api/admin/pages/:id/preview-token',
    presence: 'POST /api/admin/pages/:id/presence',
  },
  adminBlogPosts: resourceRoutes('blog-posts'),
  adminMedia: {
    list: 'GET /api/admin/media',
    upload: 'POST /api/admin/media',
    get: 'GET /api/admin/media/:id',
    describe: 'PUT /api/admin/media/:id',
    replace: 'POST /api/admin/media/:id/replace',
    remove: 'DELETE /api/admin/media/:id',
  },
  adminSubmissions: {
    list: 'GET /api/admin/submissions',
    export: 'GET /api/admin/submissions/export',
    get: 'GET /api/admin/submissions/:id',
    answer: 'POST /api/admin/submissions/:id/answer',
    mark: 'POST /api/admin/submissions/:id/mark',
  },
  adminMenus: resourceRoutes('menus'),
  adminFaqs: resourceRoutes('faqs'),
  adminForms: resourceRoutes('forms'),
  adminSliders: resourceRoutes('sliders'),
  adminBlogAuthors: resourceRoutes('blog-authors'),
  adminBlogCategories: resourceRoutes('blog-categories'),
  adminBlogTags: resourceRoutes('blog-tags'),
} as const
