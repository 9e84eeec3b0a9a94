// What the search looks at: the same when the index is made and when it is read.
export const SEARCH = {
  fields: ['title', 'page', 'text', 'asked'],
  storeFields: ['place', 'page', 'title'],
  searchOptions: { boost: { title: 4, page: 2, asked: 20 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
};
