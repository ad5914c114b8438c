import type { StaffSession } from '#contract/admin/session.ts'
import { pluginScreens } from './admin-plugin.ts'
import type { AdminScreen } from './admin-screen.ts'

/** The folders with screens, in the order of the navigation. In each `screens.ts` comes first, then the files of `screens` by name. */
const areas = ['orders', 'catalog', 'customers', 'marketing', 'reports', 'content', 'settings', 'staff']
const files = import.meta.glob<readonly AdminScreen[]>('./*/{screens.ts,screens.tsx,screens/*.tsx}', {
  eager: true,
  import: 'screens',
})
const placeOf = (file: string) => areas.indexOf(file.split('/')[1] ?? '')

/** Every screen of the core but home, sign-in and the own account, in the order of the navigation. */
export const screens: readonly AdminScreen[] = Object.entries(files)
  .sort(([a], [b]) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))
  .flatMap(([, ofFile]) => ofFile)

/** The screens that the role may see, with those of the active plugins. */
export const screensOf = ({ permissions, plugins }: StaffSession): readonly AdminScreen[] =>
  [...screens, ...pluginScreens(plugins)].filter(({ permission }) => permissions.includes(permission))
