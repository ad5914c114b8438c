import { lazy } from 'react'
import { defineAdminPlugin } from '#admin/admin-plugin.ts'
import { api } from '#admin/api.ts'
import { defineResource } from '#admin/resource/define-resource.tsx'
import type { GalleryRow } from './admin-contract.ts'
import { galleryAdminRoutes, productGalleryAdminRoutes } from './routes.ts'

export const galleryAdmin = defineAdminPlugin({
  module_name: 'Gallery',
  routes: { adminGalleries: galleryAdminRoutes, adminProductGalleries: productGalleryAdminRoutes },
  productPanels: { pictures: lazy(() => import('./product-gallery.admin.tsx')) },
  recordKinds: {
    gallery: {
      one: 'gallery',
      searches: 'Name',
      permission: 'content.read',
      async find(q, signal) {
        const { data } = await api.adminGalleries.list(
          { q, per_page: 20, sort: 'name', order: 'asc' },
          signal,
        )
        const found = data.data.map(({ id, name, pictures, picture_path }) => ({
          value: id,
          label: name,
          detail: pictures === 1 ? '1 picture' : `${pictures} pictures`,
          picture: picture_path,
        }))
        return { found, total: data.total }
      },
      async names(values) {
        const names = new Map<string | number, string>()
        await Promise.all(
          values.map(async (value) => {
            const gallery = await api.adminGalleries.get({ id: Number(value) }).catch(() => undefined)
            if (gallery) names.set(value, gallery.data.values.name)
          }),
        )
        return names
      },
    },
  },
  screens: [
    defineResource<GalleryRow>({
      name: 'galleries',
      label: 'Galleries',
      one: 'gallery',
      icon: 'grid',
      group: 'Content',
      permission: 'content.read',
      writePermission: 'content.write',
      columns: [
        { name: 'name', label: 'Name', isSortable: true },
        { name: 'pictures', label: 'Pictures', isSortable: true, isNumber: true },
        { name: 'shown_on', label: 'Shown on', show: ({ shown_on }) => shown_on.join(', ') || '–' },
      ],
      sort: { field: 'name', order: 'ASC' },
      about: 'Pages show a gallery by the section “Stored gallery”.',
      searches: 'Name of the gallery',
      pictureOf: ({ picture_path }) => picture_path,
      values: async () => (await import('./admin-contract.ts')).GalleryValues,
      nameOf: ({ name }) => String(name ?? ''),
    }),
  ],
})
