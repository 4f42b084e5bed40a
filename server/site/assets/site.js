// The pages work without this script: it replaces a file's path in the SQL by the file's address.

for (const link of document.querySelectorAll('tr a[download]')) {
  const path = link.getAttribute('href')
  for (const code of link.closest('tr').querySelectorAll('pre code'))
    code.textContent = code.textContent.replace(path, link.href)
}
