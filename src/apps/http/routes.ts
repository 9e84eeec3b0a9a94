/** All routes of the service. */

import { openApiOf } from './openapi.ts';
import type { Answer, Route } from './route.ts';
import { addRoutes } from './routes/add.ts';
import { checkRoutes } from './routes/check.ts';
import { classRoutes } from './routes/classes.ts';
import { collectionRoutes } from './routes/collections.ts';
import { compareRoutes } from './routes/compare.ts';
import { compareAllRoutes } from './routes/compare-all.ts';
import { documentRoutes } from './routes/documents.ts';
import { eventRoutes } from './routes/events.ts';
import { groupRoutes } from './routes/groups.ts';
import { headRoutes } from './routes/heads.ts';
import { keyRoutes } from './routes/keys.ts';
import { reviewRoutes } from './routes/reviews.ts';
import { searchRoutes } from './routes/search.ts';
import { systemRoutes } from './routes/system.ts';
import { taskRoutes } from './routes/tasks.ts';
import { textRoutes } from './routes/text.ts';
import { watchRoutes } from './routes/watches.ts';

export function allRoutes(version: string, metrics: () => Promise<Answer>): readonly Route[] {
  const routes: Route[] = [];
  routes.push(
    ...systemRoutes(() => openApiOf(routes, version), metrics),
    ...collectionRoutes,
    ...documentRoutes,
    ...headRoutes,
    ...addRoutes,
    ...checkRoutes,
    ...searchRoutes,
    ...compareRoutes,
    ...compareAllRoutes,
    ...textRoutes,
    ...groupRoutes,
    ...taskRoutes,
    ...watchRoutes,
    ...eventRoutes,
    ...reviewRoutes,
    ...classRoutes,
    ...keyRoutes,
  );
  return routes;
}
