import { lazy } from 'react'
import type { StaffSession } from '#contract/admin/session.ts'
import { pluginScreens } from './admin-plugin.ts'
import type { AdminScreen } from './admin-screen.ts'
import { catalogScreens } from './catalog/screens.ts'
import { searchScreens } from './catalog/search-screens.tsx'
import { contentScreens } from './content/screens.ts'
import { customersScreens } from './customers/screens.ts'
import { marketingScreens } from './marketing/screens.tsx'
import { settingsScreens } from './settings/screens.ts'
import { staffScreens } from './staff/screens.tsx'

/** Every screen of the core but home, sign-in and the own account, in the order of the navigation. */
export const screens: readonly AdminScreen[] = [
  {
    name: 'orders',
    label: 'Orders',
    icon: 'box',
    group: 'Orders',
    permission: 'orders.read',
    list: lazy(() => import('./orders/order-list.tsx')),
    show: lazy(() => import('./orders/order-screen.tsx')),
    create: lazy(() => import('./orders/phone-order-screen.tsx')),
    letter: 'o',
    one: 'order',
    writePermission: 'orders.write',
  },
  ...catalogScreens,
  ...customersScreens,
  ...marketingScreens,
  ...searchScreens,
  ...contentScreens,
  ...settingsScreens,
  ...staffScreens,
]

/** The screens that the role may see, with those of the active plugins. */
export const screensOf = ({ permissions, plugins }: StaffSession): readonly AdminScreen[] =>
  [...screens, ...pluginScreens(plugins)].filter(({ permission }) => permissions.includes(permission))
