import type { ReactNode } from 'react'
import { useShop } from '#client/shop-context.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { PostedNote } from '#ui/posted-note.tsx'
import css from './account-frame.module.css'
import { accountMenu } from './account-menu.ts'
import { LogOutButton } from './log-out-button.tsx'

type Props = {
  /** The path of the menu item that this page belongs to. */
  current: string
  title: string
  /** One line under the title. */
  intro?: ReactNode
  /** Target of the back link on phones. */
  back?: { href: string; label: string }
  /** The form of this page that was posted without JavaScript: its result is above the content. */
  posted?: PostedForm | null
  children: ReactNode
}

/** The frame of every account page: the menu at the left; on phones, where the dashboard is the menu, a back link. */
export function AccountFrame({ current, title, intro, back = toAccount, posted, children }: Props) {
  const { plugins } = useShop()
  const isDashboard = current === '/account'
  return (
    <div className={`wide ${css.frame}`}>
      <nav className={css.menu} aria-label="Account">
        {accountMenu(plugins?.accountMenu).map(({ menu_group_title, items }) => (
          <div key={menu_group_title} className={css.group}>
            <p className={css.groupTitle}>{menu_group_title}</p>
            <ul className={css.items}>
              {items.map(({ menu, path, icon }) => (
                <li key={path}>
                  <a className={css.item} href={path} aria-current={path === current ? 'page' : undefined}>
                    <Icon name={icon as IconName} size={18} />
                    {menu}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <LogOutButton className={css.item} />
      </nav>
      <div className={css.page}>
        {!isDashboard && (
          <a className={css.back} href={back.href}>
            <Icon name="chevron-left" size={18} />
            {back.label}
          </a>
        )}
        <header className={css.head}>
          <h1>{title}</h1>
          {intro && <p className={css.intro}>{intro}</p>}
        </header>
        <PostedNote posted={posted} />
        {children}
        {isDashboard && (
          <div className={css.leave}>
            <LogOutButton className={css.item} />
          </div>
        )}
      </div>
    </div>
  )
}

const toAccount = { href: '/account', label: 'Your account' }
