import { NavLink } from 'react-router'
import { type AdminScreen, entriesOf } from '../admin-screen.ts'
import { screenStyles as screen } from '../parts/styles.ts'
import { useSession } from '../session-context.ts'

/** Above a list: the screens that share its entry of the navigation. Nothing for a screen with an entry of its own. */
export function ScreenTabs({ of }: { of: AdminScreen }) {
  const { screens } = useSession()
  const entry = of.tab?.entry
  const together = entry === undefined ? [] : (entriesOf(screens).get(entry) ?? [])
  if (together.length < 2) return null
  return (
    <nav className={screen.tabs} aria-label={entry}>
      {together.map(({ name, label, tab }) => (
        <NavLink key={name} to={`/${name}`}>
          {tab?.label ?? label}
        </NavLink>
      ))}
    </nav>
  )
}
