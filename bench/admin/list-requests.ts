import { changedBrand } from './fill-back-office.ts'

/** Requests of one list of the back office, by what each asks for. */
export type ListRequests = { list: string; budgetMs: number; requests: Record<string, string> }

type Known = { products: number; orders: number; customers: number; brand: number; category: number }

/** Filters, orders and searches of each list, on the first page and on deep ones. `category` has categories below it. */
export function listRequests({ products, orders, customers, brand, category }: Known): ListRequests[] {
  const list = (path: string, queries: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(queries).map(([name, query]) => [name, `/api/admin/${path}?per_page=25${query}`]),
    )
  const deep = (rows: number) => `&page=${Math.max(1, Math.floor(rows / 25))}`
  return [
    {
      list: 'Products',
      budgetMs: 100,
      requests: list('products', {
        'first page': '',
        'last page': deep(products),
        'by name': '&sort=name&order=asc',
        'by name, middle page': `&sort=name&order=asc${deep(products / 2)}`,
        'by change': '&sort=updated_at',
        'by change, last page': `&sort=updated_at${deep(products)}`,
        'a category and those below': `&category=${category}`,
        'a category, by name': `&category=${category}&sort=name&order=asc`,
        'a brand of 10,000': `&brand=${brand}`,
        'a brand of 10,000, last page by change': `&brand=${brand}&sort=updated_at${deep(10_000)}`,
        published: '&state=published',
        'not published, by name': '&state=draft&sort=name&order=asc',
        'sold out': '&stock=out',
        'sold out, by name': '&stock=out&sort=name&order=asc',
        'low stock, by change': '&stock=low&sort=updated_at',
        'search: a word of 7 %': '&q=ceramic',
        'search: a letter, by name': '&q=c&sort=name&order=asc',
        'search: three words': '&q=banyan+ceramic+mug',
        'search: a SKU': `&q=BN-${Math.floor(products / 2)}-1`,
        'search: the beginning of all SKUs': '&q=BN-',
        'search: nothing found': '&q=zzzzqq',
        'search in a category, sold out': `&q=ceramic&category=${category}&stock=out`,
      }),
    },
    {
      list: 'Orders',
      budgetMs: 100,
      requests: list('orders', {
        'first page': '',
        'last page': deep(orders),
        'by total': '&sort=grand_total',
        'by total, middle page': `&sort=grand_total${deep(orders / 2)}`,
        'to pack': '&tab=to_pack',
        delivered: '&tab=delivered',
        'delivered, deep page': `&tab=delivered${deep(orders * 0.9)}`,
        'delivered, by total': '&tab=delivered&sort=grand_total',
        closed: '&tab=closed',
        'returns, by total': '&tab=returns&sort=grand_total',
        'search: a number': `&q=BO-${1_000_000 + Math.floor(orders / 3)}`,
        'search: the beginning of all numbers': '&q=bo',
        'search: a first name': '&q=asha',
        'search: a full name': '&q=meera+sharma',
        'search: a city, by total': '&q=mumbai&sort=grand_total',
        'search: a phone': `&q=${6_000_000_000 + 8 * 3_571}`,
        'search: a SKU': `&q=BN-${Math.floor(products / 2)}-1`,
        'search: the beginning of all SKUs': '&q=BN-',
        'search: a waybill': `&q=BWB${String(Math.floor(orders / 2)).padStart(10, '0')}`,
        'search: the beginning of all waybills': '&q=BWB',
        'search: nothing found': '&q=zzzzqq',
      }),
    },
    {
      list: 'Customers',
      budgetMs: 100,
      requests: list('customers', {
        'first page': '',
        'oldest first': '&order=asc',
        'page 1,000': '&page=1000',
        'last page': deep(customers),
        blocked: '&blocked=true',
        'not blocked': '&blocked=false',
        'blocked, found by name': '&blocked=true&q=asha',
        'search: a first name': '&q=asha',
        'search: a full name': '&q=meera+sharma',
        'search: a letter': '&q=a',
        'search: an e-mail address': `&q=asha.${31}@example.com`,
        'search: a part of all addresses': '&q=example.com',
        'search: a phone': `&q=${6_000_000_000 + Math.floor(customers / 2) * 3_571}`,
        'search: nothing found': '&q=zzzzqq',
      }),
    },
    {
      list: 'Audit log of 200,000 entries',
      budgetMs: 100,
      requests: list('audit', {
        'first page': '',
        'last page': deep(200_000),
        'an action': '&action=order.pack',
        'a kind of record': '&record_type=coupon',
        'a record': '&record_type=order&record_id=5',
        'a member of staff': '&q=staff3',
        'no such member of staff': '&q=zzzz',
      }),
    },
    {
      list: 'Brands, categories, tags, pictures, coupons, redirects, staff',
      budgetMs: 100,
      requests: {
        ...list('brands', { 'brands by name': '&sort=name&order=asc', 'brands found': '&q=together' }),
        ...list('categories', { categories: '', 'categories found': '&q=range' }),
        ...list('tags', { tags: '' }),
        ...list('collections', { collections: '' }),
        ...list('attributes', { attributes: '' }),
        ...list('media', { pictures: '', 'pictures found': '&q=mug' }),
        ...list('coupons', { coupons: '' }),
        ...list('redirects', { redirects: '' }),
        ...list('staff', { staff: '' }),
      },
    },
    {
      list: 'Choices: products of a phone order, form of a product',
      budgetMs: 100,
      requests: {
        'phone order: a word': '/api/admin/orders/phone-form?q=ceramic',
        'phone order: two words': '/api/admin/orders/phone-form?q=ceramic+mug',
        'phone order: a SKU': `/api/admin/orders/phone-form?q=BN-${Math.floor(products / 2)}-1`,
        'phone order: nothing found': '/api/admin/orders/phone-form?q=zzzzqq',
        'options of a product': '/api/admin/products/options',
      },
    },
    { list: 'Home', budgetMs: 200, requests: { home: '/api/admin/home' } },
  ]
}

/** Brand and category that the filters name. */
export const knownSql = `select (select id from brands where name = '${changedBrand}') as brand,
  (select min(id) from categories where parent_id is null) as category`
