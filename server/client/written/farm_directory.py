"""A client of the farm directory's API, of Python's standard library alone.

    directory = FarmDirectory('https://farms.example.org', key)
    for farm in directory.all('/v1/search', near='Danville, VT', products='eggs'):
        print(farm['distance_mi'], farm['name'])
"""

import csv
import io
import json
import time
import urllib.error
import urllib.parse
import urllib.request


class ApiError(Exception):
    """An answer other than a success; `problem` is what it says, `status` among it."""

    def __init__(self, problem):
        super().__init__(f"{problem['status']}: {problem.get('detail') or problem['title']}")
        self.problem = problem


class FarmDirectory:
    """The API at `url`, for the owner of `key`. What is refused for now (429, 503) is asked again.

    Without a key, only what needs none is answered: the list of snapshots, and their public files.
    """

    def __init__(self, url, key=None, retries=3):
        self.url = url
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
            yield from page['data']
            following = page['links'].get('next')

    def rows(self, path, **query):
        """Every row of a list in the format CSV, as dicts of text; '' is unknown."""
        following = _with_query(path, {**query, 'format': 'csv'})
        while following:
            with self._open(following) as response:
                yield from csv.DictReader(io.TextIOWrapper(response, 'utf-8', newline=''))
                following = _next_link(response.headers.get('Link'))

    def sync(self, copy, state):
        """Brings `copy`, {'since': snapshot or None, 'farms': {id: farm}}, to the live snapshot.

        Costs a request for every hundred farms that changed; where the snapshot of the copy is not
        kept any more, the copy is made anew. Nothing is changed where a request fails.
        """
        farms, since = dict(copy['farms']), copy['since']
        if since:
            try:
                since = self._read('/v1/changes', farms, state, since=since)
            except ApiError as error:
                if error.problem['status'] != 410:
                    raise
                since = None
        if not since:
            farms = {}
            since = self._read('/v1/farms', farms, state, sort='name')
        copy.update(since=since, farms=farms)

    def _read(self, path, farms, state, **query):
        fields = 'id,name,place_type,city,state,lat,lng,products'
        given = {**query, 'state': state, 'fields': fields, 'per_page': 100}
        following = _with_query(path, given)
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
        for left in range(self.retries, -1, -1):
            try:
                return urllib.request.urlopen(request, timeout=60)
            except urllib.error.HTTPError as error:
                pause_s = float(error.headers.get('Retry-After') or 'inf')
                if error.code in (429, 503) and left > 0 and pause_s <= 60:
                    time.sleep(pause_s)
                    continue
                raise ApiError(json.load(error)) from None


def _with_query(path, query):
    given = {name: value for name, value in query.items() if value is not None}
    return f'{path}?{urllib.parse.urlencode(given)}' if given else path


def _next_link(header):
    for link in (header or '').split(', '):
        address, _, relation = link.partition('; ')
        if relation == 'rel="next"':
            return address.strip('<>')
    return None
