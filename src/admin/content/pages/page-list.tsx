import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '#admin/api.ts'
import { ListProvider } from '#admin/list/list-provider.tsx'
import { ListRows } from '#admin/list/list-rows.tsx'
import { ListSearch } from '#admin/list/list-search.tsx'
import { Pager } from '#admin/list/pager.tsx'
import { useList } from '#admin/list/use-list.ts'
import { ActionDialog } from '#admin/parts/action-dialog.tsx'
import { AdminIcon } from '#admin/parts/admin-icon.tsx'
import { EntryField } from '#admin/parts/entry-field.tsx'
import { useFormat } from '#admin/parts/format.ts'
import { showMessage } from '#admin/parts/messages.tsx'
import { entry, readEntries } from '#admin/parts/read-entries.ts'
import { useTitle } from '#admin/parts/screen-frame.tsx'
import { useSession } from '#admin/session-context.ts'
import type { PageRow } from '#contract/admin/content/pages.ts'
import { Chip } from '#ui/chip.tsx'
import css from './page-list.module.css'

/** The pages of the shop, the home page first. */
export default function PageList() {
  useTitle('Pages')
  return (
    <ListProvider name="pages" perPage={50} sort={{ field: 'name', order: 'ASC' }}>
      <Header />
      <ListRows many="pages" empty="There are no pages yet.">
        <Rows />
      </ListRows>
      <Pager />
    </ListProvider>
  )
}

function Header() {
  const { may } = useSession()
  return (
    <>
      <div className={css.header}>
        <h1>Pages</h1>
        {may('content.write') && <AddPage label="Add a page" />}
      </div>
      <ListSearch label="Search pages" placeholder="Name or address" />
    </>
  )
}

function Rows() {
  const { data, refetch } = useList<PageRow>()
  const { may } = useSession()
  const { time } = useFormat()
  return (
    <ul className={css.pages}>
      {data.map((page) => (
        <li key={page.id}>
          <div className={css.name}>
            <Link to={`/pages/${page.id}/show`}>
              <AdminIcon name={page.page_type === 'Home' ? 'home' : 'file'} size={18} />
              {page.name}
            </Link>
            <a
              href={`/${page.slug}`}
              target="_blank"
              rel="noreferrer"
              aria-label={`/${page.slug}: view ${page.name} in the shop`}
            >
              /{page.slug}
            </a>
          </div>
          <div className={css.chips}>
            <Chip tone={states[page.state].tone}>{states[page.state].label}</Chip>
            {page.publish_at ? (
              <Chip tone="open">{`Draft, published on ${time(page.publish_at)}`}</Chip>
            ) : (
              page.has_draft && <Chip tone="open">Draft</Chip>
            )}
          </div>
          <small>{page.last_change ? `${time(page.last_change.at)}, ${page.last_change.author}` : ''}</small>
          <div className={css.tools}>
            {may('content.write') && <AddPage label="Duplicate" source={page} />}
            {may('content.publish') && page.page_type === 'Page' && (
              <ActionDialog
                label="Delete"
                title={`Delete “${page.name}”?`}
                submit="Delete"
                look="quiet"
                onSubmit={async () => {
                  const { data: current } = await api.adminPages.get({ id: page.id })
                  const { message } = await api.adminPages.remove({ id: page.id, revision: current.revision })
                  if (message) showMessage(message)
                  await refetch()
                }}
              >
                <p>
                  Its sections, draft and history are deleted too. To take it off the shop for now, edit it
                  and clear “Visitors can see this page”.
                </p>
              </ActionDialog>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

const states = {
  published: { label: 'Published', tone: 'good' },
  hidden: { label: 'Hidden', tone: 'calm' },
  upcoming: { label: 'Not started', tone: 'calm' },
  ended: { label: 'Ended', tone: 'calm' },
} as const satisfies Record<PageRow['state'], { label: string; tone: 'good' | 'calm' }>

/** Asks for name and address of a new page; with a source it is a copy. */
function AddPage({ label, source }: { label: string; source?: PageRow }) {
  const navigate = useNavigate()
  const [slug, setSlug] = useState('')
  return (
    <ActionDialog
      label={label}
      title={source ? `Duplicate “${source.name}”` : 'Add a page'}
      submit={source ? 'Duplicate' : 'Add'}
      {...(source && { look: 'quiet' as const })}
      onSubmit={async (form) => {
        const entries = readEntries(form, { name: entry.text, slug: entry.text })
        const { data } = await api.adminPages.create({ ...entries, ...(source && { copy_of: source.id }) })
        navigate(`/pages/${data.id}/show`)
      }}
    >
      {(errors) => (
        <>
          <EntryField
            label="Name"
            name="name"
            autoComplete="off"
            maxLength={200}
            errors={errors.name}
            onChange={(event) => setSlug(slugOf(event.target.value))}
          />
          <EntryField
            label="Address"
            name="slug"
            autoComplete="off"
            maxLength={100}
            value={slug}
            errors={errors.slug}
            hint={`/${slug}. It cannot be changed later.`}
            onChange={(event) => setSlug(event.target.value)}
          />
          <p>Visitors see the page once you publish it.</p>
        </>
      )}
    </ActionDialog>
  )
}

const slugOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100)
