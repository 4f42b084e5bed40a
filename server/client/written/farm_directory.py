"""A client of the farm directory's API, of Python's standard library alone.

    directory = FarmDirectory('https://farms.example.org', key)
    for farm in directory.all('/v1/search', near='Danville, VT', products=['eggs', 'honey']):
        print(farm['distance_mi'], farm['name'])
"""

import csv
import io
import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request


class ApiError(Exception):
    """An answer other than a success; `problem` is what it says, `status` among it."""

    def __init__(self, problem):
        super().__init__(f"{problem['status']}: {problem.get('detail') or problem['title']}")
        self.problem = problem


FIELDS = ('id', 'name', 'place_type', 'city', 'state', 'lat', 'lng', 'products')


class FarmDirectory:
    """The API at `url`, for the owner of `key`.

    A request that gets no answer, or 429 or 503, is sent again up to `retries` times, after the pause
    that the server names. Without a key, only requests that need none succeed, such as the list of
    snapshots. Parameters of a path and of its query are keyword arguments; a list is any iterable.
    """

    def __init__(self, url, key=None, retries=3):
        self.url = url.rstrip('/')
        self.headers = {'X-API-Key': key} if key else {}
        self.retries = retries

    def get(self, path, **query):
        """The JSON of an answer. Raises ApiError."""
        with self._open(_with_query(path, query)) as response:
            return json.load(response)

    def all(self, path, **query):
        """Every entry of a list, page by page; all pages are of one snapshot."""
        following = _with_query(path, query)
        while following:
            with self._open(following) as response:
                page = json.load(response)
            yield from page['data'] if 'data' in page else page['competitors']
            following = page['links'].get('next')

    def rows(self, path, **query):
        """Every row of a list in the format CSV, as dicts of text; '' is unknown."""
        following = _with_query(path, {**query, 'format': 'csv'})
        while following:
            with self._open(following) as response:
                lines = io.TextIOWrapper(response, 'utf-8-sig', newline='')
                for row in csv.DictReader(lines):
                    # An apostrophe precedes what a spreadsheet might run as a formula.
                    yield {name: text[1:] if text[:1] == "'" else text for name, text in row.items()}
                following = _next_link(response.headers.get('Link'))

    def sync(self, copy, state, fields=FIELDS):
        """Brings `copy`, {'since': snapshot or None, 'farms': {id: farm}}, to the live snapshot.

        Costs a request for every hundred farms that changed; where the snapshot of the copy is not
        kept any more, the copy is made anew. Nothing is changed where a request fails. `fields` must
        contain `id`.
        """
        farms, since = dict(copy['farms']), copy['since']
        if since:
            try:
                since = self._read('/v1/changes', farms, state=state, fields=fields, since=since)
            except ApiError as error:
                if error.problem['status'] != 410:
                    raise
                since = None
        if not since:
            farms = {}
            since = self._read('/v1/farms', farms, state=state, fields=fields, sort='name')
        copy.update(since=since, farms=farms)

    def _read(self, path, farms, **query):
        following = _with_query(path, {**query, 'per_page': 100})
        while following:
            with self._open(following) as response:
                page = json.load(response)
            for entry in page['data']:
                farm = entry['farm'] if path == '/v1/changes' else entry
                if farm:
                    farms[farm['id']] = farm
                else:
                    farms.pop(entry['farm_id'], None)
            following = page['links'].get('next')
        return page['meta']['snapshot']

    def _open(self, path):
        request = urllib.request.Request(self.url + path, headers=self.headers)
        for tried in range(self.retries + 1):
            pause_s = 2**tried
            try:
                return urllib.request.urlopen(request, timeout=60)
            except urllib.error.HTTPError as error:
                given = error.headers.get('Retry-After') or ''
                pause_s = int(given) if given.isdigit() else pause_s  # a proxy may give a date
                if error.code not in (429, 503) or tried == self.retries or pause_s > 60:
                    raise ApiError(_problem(error)) from None
            except OSError:
                if tried == self.retries:
                    raise
            time.sleep(pause_s)


def _problem(error):
    """The problem document of an answer; a proxy's answer may have none."""
    try:
        return json.load(error)
    except ValueError:
        return {'status': error.code, 'title': error.reason}


def _with_query(path, query):
    given = {name: _text(value) for name, value in query.items() if value is not None}
    filled = re.sub(
        r'{(\w+)}', lambda named: urllib.parse.quote(given.pop(named[1]), safe=''), path
    )
    return f'{filled}?{urllib.parse.urlencode(given)}' if given else filled


def _text(value):
    if isinstance(value, bool):
        return str(value).lower()
    if hasattr(value, 'isoformat'):
        return value.isoformat()
    if hasattr(value, '__iter__') and not isinstance(value, str):
        return ','.join(map(_text, value))
    return str(value)


def _next_link(header):
    for link in (header or '').split(', '):
        address, _, relation = link.partition('; ')
        if relation == 'rel="next"':
            return address.strip('<>')
    return None
