import type { AccountAddition, AccountItem } from '#client/shop-context.ts'
import type { IconName } from '#ui/icon.tsx'

export type AccountGroup = {
  menu_group_title: string
  show_in_dashboard: boolean
  items: readonly AccountItem[]
}

/** Spec §2, account menu. */
const ownGroups: readonly AccountGroup[] = [
  {
    menu_group_title: 'Home',
    show_in_dashboard: false,
    items: [item('Dashboard', '/account', 'dashboard', 'Account Overview', { show_in_dashboard: false })],
  },
  {
    menu_group_title: 'Account',
    show_in_dashboard: true,
    items: [
      item('Profile', '/account/profile', 'user', 'Edit your profile'),
      item('Security', '/account/security', 'shield', 'Access logs & change password'),
    ],
  },
  {
    menu_group_title: 'Orders',
    show_in_dashboard: true,
    items: [item('Orders & Refunds', '/account/orders', 'box', 'Track/Manage your orders')],
  },
]

/** What the shop itself adds. The page is a screen with the guard `login`, in `AccountFrame`. */
const ownAdditions: readonly AccountAddition[] = [
  {
    group: 'Account',
    after: 'Security',
    item: item('Addresses', '/account/addresses', 'map-pin', 'Save addresses for a hassle-free checkout'),
  },
  { group: 'Account', item: item('Your data', '/account/your-data', 'download', 'Download or delete it') },
]

/**
 * The menu of the account area with the items of active plugins. Disabled items and empty groups are left out.
 */
export function accountMenu(additions: readonly AccountAddition[] = []): AccountGroup[] {
  let groups = ownGroups
  for (const addition of [...ownAdditions, ...additions]) groups = withAddition(groups, addition)
  return groups
    .map((group) => ({ ...group, items: group.items.filter(({ active }) => active) }))
    .filter(({ items }) => items.length > 0)
}

function withAddition(groups: readonly AccountGroup[], { group, after, item: added }: AccountAddition) {
  if (!groups.some(({ menu_group_title }) => menu_group_title === group))
    return [...groups, { menu_group_title: group, show_in_dashboard: true, items: [added] }]
  return groups.map((known) => {
    if (known.menu_group_title !== group) return known
    const found = known.items.findIndex(({ menu }) => menu === after)
    const at = found < 0 ? known.items.length : found + 1
    return { ...known, items: known.items.toSpliced(at, 0, added) }
  })
}

function item(
  menu: string,
  path: string,
  icon: IconName,
  description: string,
  more: Partial<AccountItem> = {},
): AccountItem {
  return { menu, path, icon, description, active: true, show_in_dashboard: true, ...more }
}
