import type { Route } from '../define-route.ts'

export const listsRoutes: readonly Route[] = []
