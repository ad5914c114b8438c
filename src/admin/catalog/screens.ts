import { lazy } from 'react'
import type { BrandRow } from '#contract/admin/catalog/brands.ts'
import type { EconomicOperatorRow } from '#contract/admin/catalog/economic-operators.ts'
import { countryName } from '#contract/rules/locale.ts'
import type { AdminScreen } from '../admin-screen.ts'
import { defineResource } from '../resource/define-resource.tsx'

export const screens: readonly AdminScreen[] = [
  {
    name: 'products',
    label: 'Products',
    icon: 'tag',
    group: 'Products',
    permission: 'catalog.read',
    list: lazy(() => import('./products/product-list.tsx')),
    show: lazy(() => import('./products/product-screen.tsx')),
    create: lazy(() => import('./products/product-screen.tsx')),
    values: async () => (await import('#contract/admin/catalog/products.ts')).ProductValues,
    letter: 'p',
    one: 'product',
    writePermission: 'catalog.write',
  },
  {
    name: 'product-import',
    label: 'Import products',
    icon: 'upload',
    group: 'Products',
    permission: 'catalog.write',
    list: lazy(() => import('./products/import-screen.tsx')),
  },
  defineResource<BrandRow>({
    name: 'brands',
    label: 'Brands',
    tab: { entry: 'Brands', label: 'Brands' },
    one: 'brand',
    icon: 'stamp',
    group: 'Products',
    permission: 'catalog.read',
    writePermission: 'catalog.write',
    columns: [
      { name: 'name', label: 'Name', isSortable: true },
      { name: 'slug', label: 'Address' },
      { name: 'products', label: 'Products', isSortable: true, isNumber: true },
    ],
    sort: { field: 'name', order: 'ASC' },
    searches: 'Name of the brand',
    values: async () => (await import('#contract/admin/catalog/brands.ts')).BrandValues,
    nameOf: ({ name }) => String(name),
  }),
  defineResource<EconomicOperatorRow>({
    name: 'economic-operators',
    label: 'Manufacturers and importers',
    one: 'manufacturer or importer',
    tab: { entry: 'Brands', label: 'Manufacturers and importers' },
    icon: 'stamp',
    group: 'Products',
    permission: 'catalog.read',
    writePermission: 'catalog.write',
    columns: [
      { name: 'name', label: 'Name', isSortable: true },
      { name: 'country', label: 'Country', show: ({ country }) => countryName(country) },
      { name: 'electronic_address', label: 'Electronic address', isMinor: true },
      { name: 'products', label: 'Products', isSortable: true, isNumber: true },
    ],
    sort: { field: 'name', order: 'ASC' },
    searches: 'Name',
    values: async () =>
      (await import('#contract/admin/catalog/economic-operators.ts')).EconomicOperatorValues,
    nameOf: ({ name }) => String(name),
  }),
]
