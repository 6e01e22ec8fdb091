/** What headers can be made from. */
export type HeadersSource = Headers | [string, string][] | Record<string, string> | undefined;
