# Executes the file named rules for each line, a table, and prints what it answers to the rows. Texts are hexadecimal.
text <- function(hex) {
  if (hex == "x") return("")
  at <- seq(2, nchar(hex), 2)
  out <- rawToChar(as.raw(strtoi(substring(hex, at, at + 1), 16L)))
  Encoding(out) <- "UTF-8"
  out
}
hex <- function(text) paste(as.character(charToRaw(enc2utf8(text))), collapse = "")
told <- function(value) if (is.na(value)) "-" else hex(if (is.numeric(value)) format(value, digits = 17) else value)

answers <- function(line) {
  cells <- strsplit(line, " ")[[1]]
  names <- c(text(cells[1]), text(cells[2]))
  space <- new.env()
  source("rules", local = space, encoding = "UTF-8")
  out <- character()
  for (i in seq(3, length(cells), 2)) {
    number <- if (cells[i] == "-") NA_real_ else as.numeric(cells[i])
    label <- if (cells[i + 1] == "-") NA_character_ else text(cells[i + 1])
    out <- c(out, told(space$predict_tree(setNames(list(number, label), names))))
  }
  paste(out, collapse = " ")
}

input <- file("stdin", "r")
while (length(line <- readLines(input, 1)) > 0) {
  cat(tryCatch(answers(line), error = function(fault) paste0("!", hex(conditionMessage(fault)))), "\n", sep = "")
}
