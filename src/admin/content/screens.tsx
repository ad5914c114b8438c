import { lazy } from 'react'
import type { BlogPostRow } from '#contract/admin/content/blog-posts.ts'
import type { BlogTermRow } from '#contract/admin/content/blog-structure.ts'
import type { FaqRow } from '#contract/admin/content/faqs.ts'
import type { FormRow } from '#contract/admin/content/forms.ts'
import type { MenuRow } from '#contract/admin/content/menus.ts'
import type { SliderRow } from '#contract/admin/content/sliders.ts'
import type { VideoRow } from '#contract/admin/content/videos.ts'
import { Chip } from '#ui/chip.tsx'
import type { AdminScreen } from '../admin-screen.ts'
import { FileSizeCell, MomentCell } from '../parts/cells.tsx'
import { defineList, defineResource } from '../resource/define-resource.tsx'
import { partName } from './menus/menu-rows.ts'

const states = {
  draft: ['Draft', 'calm'],
  scheduled: ['Scheduled', 'open'],
  published: ['Published', 'good'],
} as const

const shared = { group: 'Content', permission: 'content.read', writePermission: 'content.write' } as const
const name = { name: 'name', label: 'Name', isSortable: true }
const slug = { name: 'slug', label: 'Key' }
const nameOf = (values: Record<string, unknown>) => String(values.name)

const blogTerms = {
  ...shared,
  icon: 'tags',
  columns: [
    name,
    { name: 'slug', label: 'Address' },
    { name: 'posts', label: 'Posts', isSortable: true, isNumber: true },
  ],
  sort: { field: 'name', order: 'ASC' },
  searches: 'Name',
  nameOf,
} as const
const loadBlogTerms = () => import('#contract/admin/content/blog-structure.ts')

export const screens: readonly AdminScreen[] = [
  {
    name: 'pages',
    label: 'Pages',
    icon: 'file',
    group: 'Content',
    permission: 'content.read',
    list: lazy(() => import('./pages/page-list.tsx')),
    show: lazy(() => import('./pages/page-editor.tsx')),
    letter: 'e',
  },
  defineResource<BlogPostRow>({
    name: 'blog-posts',
    label: 'Blog',
    tab: { entry: 'Blog', label: 'Posts' },
    one: 'blog post',
    icon: 'news',
    group: 'Content',
    permission: 'content.read',
    writePermission: 'content.write',
    columns: [
      { name: 'title', label: 'Title', isSortable: true },
      { name: 'author', label: 'Author' },
      { name: 'category', label: 'Category' },
      {
        name: 'published_at',
        label: 'Published',
        isSortable: true,
        show: ({ published_at }) => <MomentCell at={published_at} />,
      },
      {
        name: 'status',
        label: 'State',
        show: ({ status }) => <Chip tone={states[status][1]}>{states[status][0]}</Chip>,
      },
    ],
    filters: [
      {
        name: 'status',
        label: 'State',
        options: Object.entries(states).map(([value, [label]]) => ({ value, label })),
      },
    ],
    sort: { field: 'published_at', order: 'DESC' },
    searches: 'Title',
    values: async () => (await import('#contract/admin/content/blog-posts.ts')).BlogPostValues,
    nameOf: ({ title }) => String(title),
    addressOf: ({ slug, is_published }) => (is_published ? `/blogs/${String(slug)}` : undefined),
  }),
  {
    name: 'submissions',
    label: 'Messages',
    icon: 'inbox',
    group: 'Customers',
    permission: 'content.read',
    list: lazy(() => import('./submission-list.tsx')),
    show: lazy(() => import('./submission-screen.tsx')),
  },
  {
    name: 'media',
    label: 'Media',
    tab: { entry: 'Media', label: 'Pictures' },
    icon: 'image',
    group: 'Content',
    permission: 'content.read',
    list: lazy(() => import('./media/media-list.tsx')),
    show: lazy(() => import('./media/media-screen.tsx')),
  },
  defineList<VideoRow>(
    {
      ...shared,
      name: 'videos',
      label: 'Videos',
      tab: { entry: 'Media', label: 'Videos' },
      one: 'video',
      icon: 'play',
      columns: [
        name,
        {
          name: 'bytes',
          label: 'Size',
          isNumber: true,
          show: ({ bytes }) => <FileSizeCell bytes={bytes} />,
        },
        {
          name: 'captions_language',
          label: 'Captions',
          show: ({ captions_language }) => captions_language ?? '–',
        },
        {
          name: 'id',
          label: 'Added',
          isSortable: true,
          show: ({ created_at }) => <MomentCell at={created_at} />,
        },
      ],
      sort: { field: 'id', order: 'DESC' },
      about: 'Pages show a video by the section “Video”.',
      searches: 'Name',
    },
    {
      show: lazy(() => import('./media/video-screen.tsx')),
      create: lazy(() => import('./media/new-video-screen.tsx')),
      one: 'video',
      writePermission: 'content.write',
    },
  ),
  defineResource<MenuRow>({
    ...shared,
    name: 'menus',
    label: 'Menus',
    one: 'menu',
    icon: 'tree',
    columns: [
      name,
      slug,
      { name: 'items', label: 'Items', isSortable: true, isNumber: true },
      {
        name: 'shown_in',
        label: 'Shown by',
        show: ({ shown_in }) => shown_in.map(partName).join(', ') || '–',
      },
    ],
    sort: { field: 'name', order: 'ASC' },
    searches: 'Name of the menu',
    values: async () => (await import('#contract/admin/content/menus.ts')).MenuValues,
    form: () => import('./menus/menu-form.tsx'),
    nameOf,
  }),
  defineResource<FormRow>({
    ...shared,
    name: 'forms',
    label: 'Forms',
    one: 'form',
    icon: 'edit',
    columns: [
      name,
      slug,
      { name: 'fields', label: 'Fields', isNumber: true },
      { name: 'submissions', label: 'Messages', isSortable: true, isNumber: true },
      { name: 'is_active', label: 'Switched on', show: ({ is_active }) => (is_active ? 'Yes' : 'No') },
    ],
    sort: { field: 'name', order: 'ASC' },
    searches: 'Name of the form',
    values: async () => (await import('#contract/admin/content/forms.ts')).FormValues,
    form: () => import('./forms/form-builder.tsx'),
    nameOf,
    addressOf: ({ slug: key, is_active }) => (is_active ? `/forms/${String(key)}` : undefined),
  }),
  defineResource<FaqRow>({
    ...shared,
    name: 'faqs',
    label: 'FAQs',
    one: 'FAQ',
    icon: 'help',
    columns: [
      { name: 'title', label: 'Title', isSortable: true },
      slug,
      { name: 'groups', label: 'Groups', isNumber: true },
      { name: 'questions', label: 'Questions', isSortable: true, isNumber: true },
    ],
    sort: { field: 'title', order: 'ASC' },
    searches: 'Title of the FAQ',
    values: async () => (await import('#contract/admin/content/faqs.ts')).FaqValues,
    nameOf: ({ title }) => String(title),
  }),
  defineResource<BlogTermRow>({
    ...blogTerms,
    name: 'blog-authors',
    label: 'Blog authors',
    tab: { entry: 'Blog', label: 'Authors' },
    one: 'blog author',
    icon: 'users',
    values: async () => (await loadBlogTerms()).BlogAuthorValues,
  }),
  defineResource<BlogTermRow>({
    ...blogTerms,
    name: 'blog-categories',
    label: 'Blog categories',
    tab: { entry: 'Blog', label: 'Categories' },
    one: 'blog category',
    icon: 'folders',
    values: async () => (await loadBlogTerms()).BlogCategoryValues,
  }),
  defineResource<BlogTermRow>({
    ...blogTerms,
    name: 'blog-tags',
    label: 'Blog tags',
    tab: { entry: 'Blog', label: 'Tags' },
    one: 'blog tag',
    values: async () => (await loadBlogTerms()).BlogTagValues,
  }),
  defineResource<SliderRow>({
    ...shared,
    group: 'Marketing',
    name: 'sliders',
    label: 'Sliders',
    one: 'slider',
    icon: 'layers',
    columns: [
      name,
      slug,
      { name: 'slides', label: 'Slides', isSortable: true, isNumber: true },
      { name: 'shown_on', label: 'Shown on', show: ({ shown_on }) => shown_on.join(', ') || '–' },
    ],
    sort: { field: 'name', order: 'ASC' },
    searches: 'Name of the slider',
    values: async () => (await import('#contract/admin/content/sliders.ts')).SliderValues,
    nameOf,
  }),
]
