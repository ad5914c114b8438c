import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Chip } from '#ui/chip.tsx'
import { api } from '../api.ts'
import { NotLoaded } from '../parts/failure.tsx'
import { useTitle, Waiting } from '../parts/screen-frame.tsx'
import { screenStyles as screen } from '../parts/styles.ts'
import { queryKeys } from '../query-keys.ts'
import css from './settings.module.css'

/** Every mail that the shop sends, by group. */
export default function MailList() {
  useTitle('E-mails')
  const {
    data: mails,
    error,
    refetch,
  } = useQuery({
    queryKey: queryKeys.mails,
    queryFn: async ({ signal }) => (await api.adminMails.list({}, signal)).data.mails,
  })
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  if (!mails) return <Waiting />
  return (
    <>
      <h1>E-mails</h1>
      {[...Map.groupBy(mails, ({ group }) => group)].map(([group, ofGroup]) => (
        <section key={group} className={css.group}>
          <h2>{group}</h2>
          <ul className={css.plugins}>
            {ofGroup.map(({ name, title, help, is_changed }) => (
              <li key={name}>
                <div>
                  <Link to={`/mails/${name}/show`}>{title}</Link>
                  <p className={screen.help}>{help}</p>
                </div>
                {is_changed && <Chip tone="open">Changed</Chip>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
