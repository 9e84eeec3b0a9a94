// What the search looks at: the same when the index is made and when it is read.
export const SEARCH = {
  fields: ['title', 'page', 'text'],
  storeFields: ['place', 'page', 'title'],
  searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
};
