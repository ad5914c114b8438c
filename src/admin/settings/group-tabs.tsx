import { useSearchParams } from 'react-router'
import { type SettingGroup, settingGroups } from '#contract/admin/settings/groups.ts'
import { screenStyles as screen } from '../parts/styles.ts'

/** The groups of a screen; the chosen one is in the address. */
export function useGroup(screen: 'settings') {
  const groups = settingGroups.filter((group) => group.screen === screen)
  const [query, setQuery] = useSearchParams()
  const current = groups.find(({ name }) => name === query.get('group')) ?? groups[0]
  return { groups, current, choose: (name: SettingGroup) => setQuery({ group: name }) }
}

type Tab = { name: string; title: string }
type Props<Name extends Tab> = {
  groups: readonly Name[]
  current: Tab | undefined
  choose: (name: Name['name']) => void
  label: string
}

export const GroupTabs = <Name extends Tab>({ groups, current, choose, label }: Props<Name>) => (
  <nav className={screen.tabs} aria-label={label}>
    {groups.map(({ name, title }) => (
      <button
        key={name}
        type="button"
        aria-current={name === current?.name ? 'page' : undefined}
        onClick={() => choose(name)}
      >
        {title}
      </button>
    ))}
  </nav>
)
