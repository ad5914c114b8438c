import { defineAdminPlugin } from '#admin/admin-plugin.ts'
import { MomentCell } from '#admin/parts/cells.tsx'
import { defineList } from '#admin/resource/define-resource.tsx'
import type { StockRequest } from './admin-contract.ts'
import { stockRequestAdminRoutes } from './routes.ts'

export const backInStockAdmin = defineAdminPlugin({
  module_name: 'BackInStock',
  routes: { adminStockRequests: stockRequestAdminRoutes },
  screens: [
    defineList<StockRequest>({
      name: 'stock-requests',
      label: 'Stock requests',
      one: 'stock request',
      icon: 'calendar',
      group: 'Products',
      permission: 'catalog.read',
      writePermission: 'catalog.write',
      columns: [
        { name: 'name', label: 'Product' },
        { name: 'sku', label: 'SKU' },
        { name: 'waiting', label: 'Waiting', isSortable: true, isNumber: true },
        { name: 'stock', label: 'In stock', isNumber: true },
        {
          name: 'since',
          label: 'First request',
          isSortable: true,
          show: ({ since }) => <MomentCell at={since} />,
        },
      ],
      sort: { field: 'waiting', order: 'DESC' },
      searches: 'Product or SKU',
      linkOf: ({ product_id }) => `/products/${product_id}/show`,
    }),
  ],
})
