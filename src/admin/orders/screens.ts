import { lazy } from 'react'
import type { AdminScreen } from '../admin-screen.ts'

export const screens: readonly AdminScreen[] = [
  {
    name: 'orders',
    label: 'Orders',
    icon: 'box',
    group: 'Orders',
    permission: 'orders.read',
    list: lazy(() => import('./order-list.tsx')),
    show: lazy(() => import('./order-screen.tsx')),
    edit: lazy(() => import('./change-order-screen.tsx')),
    create: lazy(() => import('./phone-order-screen.tsx')),
    letter: 'o',
    one: 'order',
    writePermission: 'orders.write',
  },
]
