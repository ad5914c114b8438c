/** Method and path of the five endpoints of a resource. Without zod, like `admin/routes.ts`. */
export const resourceRoutes = <const Path extends string>(path: Path) =>
  ({
    list: `GET /api/admin/${path}`,
    get: `GET /api/admin/${path}/:id`,
    create: `POST /api/admin/${path}`,
    update: `PUT /api/admin/${path}/:id`,
    remove: `DELETE /api/admin/${path}/:id`,
  }) as const
