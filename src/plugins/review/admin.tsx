import { lazy } from 'react'
import { defineAdminPlugin } from '#admin/admin-plugin.ts'
import { api } from '#admin/api.ts'
import { MomentCell } from '#admin/parts/cells.tsx'
import { defineList } from '#admin/resource/define-resource.tsx'
import type { BulkAction } from '#admin/resource/resource.ts'
import { Chip } from '#ui/chip.tsx'
import { RatingStars } from '#ui/rating-stars.tsx'
import type { ReviewRow } from './admin-contract.ts'
import { reviewAdminRoutes, reviewStates } from './routes.ts'

const action = (
  name: 'publish' | 'reject',
  label: string,
  result: ReviewRow['status'],
): BulkAction<ReviewRow> => ({
  label,
  isFor: ({ status }) => status !== result,
  async run(rows) {
    const reviews = rows.map(({ id, version }) => ({ id, version }))
    const { data, message = '' } = await api.adminReviews.bulk({ action: name, reviews })
    return {
      message,
      refused: data.results.flatMap(({ id, code, message: reason }) =>
        code === null ? [] : [`Review ${id}: ${reason}`],
      ),
    }
  },
})

export const reviewAdmin = defineAdminPlugin({
  module_name: 'Review',
  routes: { adminReviews: reviewAdminRoutes },
  screens: [
    defineList<ReviewRow>(
      {
        name: 'reviews',
        label: 'Reviews',
        one: 'review',
        icon: 'star',
        group: 'Products',
        permission: 'content.read',
        writePermission: 'content.write',
        columns: [
          { name: 'product', label: 'Product' },
          {
            name: 'rating',
            label: 'Stars',
            isSortable: true,
            show: ({ rating }) => <RatingStars average={rating} />,
          },
          { name: 'text', label: 'Review' },
          {
            name: 'author',
            label: 'Author',
            show: ({ author, is_verified }) => (is_verified ? `${author}, verified purchase` : author),
          },
          { name: 'photos', label: 'Photos', isNumber: true, show: ({ photos }) => photos || '–' },
          {
            name: 'id',
            label: 'Written',
            isSortable: true,
            show: ({ created_at }) => <MomentCell at={created_at} />,
          },
          {
            name: 'status',
            label: 'State',
            show: ({ status }) => <Chip tone={reviewStates[status].tone}>{reviewStates[status].label}</Chip>,
          },
        ],
        filters: [
          {
            name: 'status',
            label: 'State',
            options: Object.entries(reviewStates).map(([value, { label }]) => ({ value, label })),
          },
          {
            name: 'stars',
            label: 'Stars',
            options: ['5', '4', '3', '2', '1'].map((value) => ({ value, label: value })),
          },
        ],
        sort: { field: 'waiting', order: 'DESC' },
        searches: 'Product, author or text',
        bulk: [action('publish', 'Publish', 'published'), action('reject', 'Reject', 'rejected')],
      },
      { show: lazy(() => import('./review-screen.admin.tsx')) },
    ),
  ],
})
