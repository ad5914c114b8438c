import type { Permission } from '#contract/admin/permissions.ts'
import { settingGroups } from '#contract/admin/settings/groups.ts'
import { hasWords, wordsOf } from '#contract/rules/search-text.ts'
import type { AdminScreen } from '../admin-screen.ts'
import type { AdminIconName } from '../parts/admin-icon.tsx'

/** A screen, a group of settings or a new record: what the search offers besides records. */
export type Command = {
  to: string
  label: string
  detail: string
  icon: AdminIconName
  words?: string | undefined
}

/** The screens that a role may see, and what else it may do. */
type Role = { screens: readonly AdminScreen[]; may: (permission: Permission) => boolean }

const MAX_COMMANDS = 6

/** The commands of a role with a word that begins with each typed word, screens first. */
export function findCommands(typed: string, role: Role): Command[] {
  const words = wordsOf(typed)
  if (words.length === 0) return []
  return allCommands(role)
    .filter((command) => hasWords(`${command.label} ${command.words ?? ''}`, words))
    .slice(0, MAX_COMMANDS)
}

function allCommands({ screens, may }: Role): Command[] {
  return [
    ...(may('home.read')
      ? [{ to: '/', label: 'Home', detail: 'Screen', icon: 'home' } satisfies Command]
      : []),
    ...screens.map(
      ({ name, label, icon, group, words }): Command => ({
        to: `/${name}`,
        label,
        detail: group,
        icon,
        words,
      }),
    ),
    { to: '/account', label: 'Account', detail: 'Password and sign-in', icon: 'key' },
    ...screens.flatMap(({ name, icon, create, one, writePermission }): Command[] =>
      create && one && may(writePermission ?? 'staff.manage')
        ? [{ to: `/${name}/create`, label: `New ${one}`, detail: 'Add', icon }]
        : [],
    ),
    ...settingGroups.flatMap(({ name, screen, title }): Command[] => {
      const shown = screens.find((one) => one.name === screen)
      return shown && title !== shown.label
        ? [{ to: `/${screen}?group=${name}`, label: title, detail: shown.label, icon: shown.icon }]
        : []
    }),
  ]
}
