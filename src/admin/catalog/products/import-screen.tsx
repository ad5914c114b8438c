import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ApiError, api } from '#admin/api.ts'
import { DownloadLink } from '#admin/parts/download-link.tsx'
import { NotLoaded } from '#admin/parts/failure.tsx'
import { useFormat } from '#admin/parts/format.ts'
import { showMessage } from '#admin/parts/messages.tsx'
import { BackLink, useTitle } from '#admin/parts/screen-frame.tsx'
import { screenStyles as screen } from '#admin/parts/styles.ts'
import { uploadFile } from '#admin/parts/upload-file.ts'
import { queryKeys, useAnswer } from '#admin/query-keys.ts'
import { useSession } from '#admin/session-context.ts'
import type { ProductImport } from '#contract/admin/catalog/product-imports.ts'
import { LISTED_PROBLEMS, MAX_REFUSED_ROWS } from '#contract/rules/file-rules.ts'
import { Button } from '#ui/button.tsx'
import { BatchProgress } from './batch-progress.tsx'
import css from './product-screen.module.css'

/** A product file is uploaded, checked row by row, and then applied. The import is in the address. */
export default function ImportScreen() {
  useTitle('Import products')
  const [search, setSearch] = useSearchParams()
  const id = Number(search.get('id')) || undefined
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function upload(file: File | undefined) {
    if (!file) return
    setBusy(true)
    setFailure(undefined)
    try {
      const { data } = await uploadFile<ProductImport>('/api/admin/product-imports', file, {
        file_name: file.name,
      })
      setSearch({ id: String(data.id) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.message)
    } finally {
      setBusy(false)
      if (input.current) input.current.value = ''
    }
  }

  return (
    <>
      <BackLink to="/products">Products</BackLink>
      <h1>Import products</h1>
      <section className={screen.card} aria-label="File">
        <p className={css.hint}>
          A CSV file of Shopify, WooCommerce or Vitrine, 10 MB at most. It is checked first: nothing changes
          until you import it. Products are found by address or SKU; a file that was exported here can be
          changed and imported again.
        </p>
        <div className={css.actions}>
          <input
            ref={input}
            type="file"
            aria-label="CSV file"
            accept=".csv,.tsv,text/csv"
            hidden
            onChange={({ target }) => void upload(target.files?.[0])}
          />
          <Button look={id ? 'secondary' : 'primary'} isBusy={isBusy} onClick={() => input.current?.click()}>
            {id ? 'Choose another file' : 'Choose a file'}
          </Button>
        </div>
        {failure && (
          <p role="alert" className={screen.failure}>
            {failure}
          </p>
        )}
      </section>
      {id && <Report key={id} id={id} />}
    </>
  )
}

const titles: Record<ProductImport['state'], string> = {
  checking: 'Checking the file …',
  checked: 'Checked. Nothing was changed yet.',
  applying: 'Importing …',
  done: 'Imported',
  failed: 'The file could not be read',
}

function Report({ id }: { id: number }) {
  const queryClient = useQueryClient()
  const { count } = useFormat()
  const key = queryKeys.productImport(id)
  const { data, error, refetch } = useAnswer(key, (signal) => api.adminProductImports.get({ id }, signal), {
    refetchInterval: ({ state }) =>
      state.data && ['checked', 'done', 'failed'].includes(state.data.state) ? false : 500,
  })
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  if (!data) return null
  const { state, file_name, report, problems, rows_read, rows_total } = data
  const isRunning = state === 'checking' || state === 'applying'
  const valid = report ? report.products.created + report.products.updated : 0

  async function apply() {
    try {
      queryClient.setQueryData(key, (await api.adminProductImports.apply({ id })).data)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      showMessage(failure.message, 'bad')
    }
  }

  return (
    <section className={screen.card} aria-labelledby="report-heading">
      <h2 id="report-heading">{file_name}</h2>
      <p role="status">{titles[state]}</p>
      {isRunning && (
        <progress aria-label={titles[state]} value={rows_read} max={Math.max(1, rows_total)}>
          {rows_read} of {rows_total}
        </progress>
      )}
      {data.error && (
        <p role="alert" className={screen.failure}>
          {data.error}
        </p>
      )}
      {report && !isRunning && <Figures report={report} rows={rows_total} />}
      {report && report.ignored_columns.length > 0 && (
        <p className={css.hint}>Columns that are not used: {report.ignored_columns.join(', ')}</p>
      )}
      {state === 'checked' && (
        <div className={css.actions}>
          <Button disabled={valid === 0} onClick={apply}>
            {valid === 0
              ? 'Nothing to import'
              : `Import ${count(valid)} ${valid === 1 ? 'product' : 'products'}`}
          </Button>
        </div>
      )}
      {state === 'done' && report && valid > 0 && (
        <p>
          <Link to={`/products?filter=${encodeURIComponent(JSON.stringify({ import: id }))}`}>
            Show these products
          </Link>
        </p>
      )}
      {data.price_batch !== null && !isRunning && <PricesOfImport id={data.price_batch} />}
      {report && report.refused_rows > 0 && data.has_file && !isRunning && (
        <p>
          <DownloadLink href={`/api/admin/product-imports/${id}/refused`}>
            Refused rows with reasons as CSV
          </DownloadLink>
          <small className={css.hint}>
            {' '}
            Correct them in that file and import it: it has all rows of their products.
            {report.refused_rows > MAX_REFUSED_ROWS &&
              ` It has the first ${count(MAX_REFUSED_ROWS)} refused rows.`}
          </small>
        </p>
      )}
      {problems.length === LISTED_PROBLEMS && (
        <p className={css.hint}>
          The first {count(LISTED_PROBLEMS)} problems are listed here; the file above has all refused rows.
        </p>
      )}
      {problems.length > 0 && <Problems problems={problems} />}
    </section>
  )
}

/** The former prices can be put back, except those that were changed since. */
function PricesOfImport({ id }: { id: number }) {
  const { data } = useAnswer(queryKeys.productBatch(id), (signal) =>
    api.adminProductBatches.get({ id }, signal),
  )
  const { may } = useSession()
  if (!data) return null
  return (
    <>
      <BatchProgress started={data} />
      {may('orders.read') && (
        <p>
          <Link to={`/orders?filter=${encodeURIComponent(JSON.stringify({ price_batch: id }))}`}>
            Show the orders at these prices
          </Link>
        </p>
      )}
    </>
  )
}

type FigureProps = { report: NonNullable<ProductImport['report']>; rows: number }

function Figures({ report: { products, refused_rows }, rows }: FigureProps) {
  const { count } = useFormat()
  const figures = {
    Rows: rows,
    'New products': products.created,
    'Changed products': products.updated,
    'Unchanged products': products.unchanged,
    'Refused rows': refused_rows,
  }
  return (
    <ul className={css.stockList}>
      {Object.entries(figures).map(([label, value]) => (
        <li key={label}>
          <span>{label}</span>
          <strong>{count(value)}</strong>
        </li>
      ))}
    </ul>
  )
}

const Problems = ({ problems }: Pick<ProductImport, 'problems'>) => (
  <section className={css.scroller} aria-label="Problems by row">
    <table className={css.grid}>
      <thead>
        <tr>
          {['Line', 'Column', 'Result', 'Reason'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {problems.map(({ line, column, kind, reason }) => (
          <tr key={`${line} ${column} ${reason}`}>
            <td>{line}</td>
            <td>{column}</td>
            <td>{kind === 'refused' ? 'Refused' : 'Note'}</td>
            <td>{reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
